import fs from 'node:fs';
import path from 'node:path';
import { agentDescription } from '#shared/history/facts';
import { plainLine } from '#shared/state/attention';
import type { SubagentEntry } from '#shared/history/types';
import type { TranscriptFile } from './scan';
import { subagentFiles } from './scan';

/** The longest words about a subagent. */
const DESCRIPTION_LIMIT = 200;

/** The subagents of a conversation, with what each was started for. */
export function describeSubagents(transcript: TranscriptFile): readonly SubagentEntry[] {
  return subagentFiles(transcript).map((file) => {
    const described = agentDescription(readMeta(file.replace(/\.jsonl$/, '.meta.json')));
    return {
      id: path.basename(file, '.jsonl').slice('agent-'.length),
      type: plainLine(described?.type ?? 'agent', DESCRIPTION_LIMIT),
      description: plainLine(described?.description ?? '', DESCRIPTION_LIMIT),
      file,
    };
  });
}

function readMeta(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null; // Older versions write none.
  }
}
