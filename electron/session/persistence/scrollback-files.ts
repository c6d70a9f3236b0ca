import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isUuid } from '#shared/model/ids';
import { sweepTemporaryFiles, writeAtomically } from '../../system/atomic-write';

const scrollbackFile = z.object({
  version: z.literal(1),
  columns: z.number().int().min(1).max(1000),
  rows: z.number().int().min(1).max(1000),
  data: z.string(),
});
export type Scrollback = z.output<typeof scrollbackFile>;

const SIZE_LIMIT = 32 * 1024 * 1024;

/** The newest lines of each pane, a file each. */
export class ScrollbackFiles {
  constructor(private readonly directory: string) {}

  async prepare(): Promise<void> {
    await fs.mkdir(this.directory, { recursive: true, mode: 0o700 });
    await sweepTemporaryFiles(this.directory);
  }

  async save(paneId: string, scrollback: Omit<Scrollback, 'version'>): Promise<void> {
    await writeAtomically(this.file(paneId), JSON.stringify({ version: 1, ...scrollback }));
  }

  /** Null when there is none; a sentence when there is one that can't be used. */
  async load(paneId: string): Promise<Scrollback | string | null> {
    const file = this.file(paneId);
    try {
      const { size } = await fs.stat(file);
      if (size > SIZE_LIMIT) return 'its kept text is too large';
      const parsed = scrollbackFile.safeParse(JSON.parse(await fs.readFile(file, 'utf8')));
      return parsed.success ? parsed.data : 'its kept text is damaged';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'its kept text is damaged';
    }
  }

  async remove(paneId: string): Promise<void> {
    await fs.rm(this.file(paneId), { force: true });
  }

  /** Removes the text of panes that are no more. */
  async keepOnly(paneIds: ReadonlySet<string>): Promise<void> {
    for (const name of await fs.readdir(this.directory).catch(() => [])) {
      const paneId = name.replace(/\.json$/, '');
      if (isUuid(paneId) && !paneIds.has(paneId))
        await fs.rm(path.join(this.directory, name), { force: true });
    }
  }

  private file(paneId: string): string {
    return path.join(this.directory, `${paneId}.json`);
  }
}
