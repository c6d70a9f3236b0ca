import type { HookEvent } from './hooks';
import type { RegistryEntry } from './registry';
import type { StreamObservation } from './stream';

export type Observation =
  /** A Claude has the terminal now, or has it no longer. */
  | { readonly type: 'process'; readonly running: boolean }
  /** `onPurpose`: Fugue or the person ended the pane. */
  | {
      readonly type: 'exit';
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly onPurpose: boolean;
    }
  | { readonly type: 'title'; readonly title: string }
  /** A settled screen: its rows from top to bottom and its width in cells. */
  | { readonly type: 'frame'; readonly rows: readonly string[]; readonly columns: number }
  /** What Claude wrote about itself; null when there is nothing, or it was left by a process that is gone. */
  | { readonly type: 'registry'; readonly entry: RegistryEntry | null }
  | { readonly type: 'hook'; readonly event: HookEvent }
  | { readonly type: 'stream'; readonly event: StreamObservation }
  /** The person looks at the pane now. */
  | { readonly type: 'looked-at' };
