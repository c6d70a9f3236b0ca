import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import { useAppState } from '../store/replica';
import { askCommand } from '../store/run-command';

type Setting = CommandOutput<'get_settings'>['settings'][number];
export type Sources = ReadonlyMap<string, Pick<Setting, 'source' | 'variable'>>;

const NONE: Sources = new Map();

/** Where the value of each setting comes from; asked for anew whenever one changes. */
export function useSources(): Sources {
  const configuration = useAppState((state) => state.configuration);
  const [sources, setSources] = useState(NONE);
  useEffect(() => {
    let wanted = true;
    void askCommand('get_settings', {}).then((answer) => {
      if (wanted && answer !== null) setSources(new Map(answer.settings.map((entry) => [entry.key, entry])));
    });
    return () => {
      wanted = false;
    };
  }, [configuration]);
  return sources;
}
