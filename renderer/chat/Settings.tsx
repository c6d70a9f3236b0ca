import type { ChatFacts } from '#shared/ipc/chat-port';
import type { PaneId } from '#shared/model/ids';
import { PERMISSION_MODES } from '#shared/commands/chat';
import { chatCommands } from './chat-commands';

/** What may be chosen, in plain words. */
const MODES: Readonly<Record<string, string>> = {
  default: 'Asks first',
  acceptEdits: 'Edits without asking',
  plan: 'Plans only',
  auto: 'Decides itself',
};
/** Modes that can't be chosen here and are shown while they hold. */
const OTHER_MODES: Readonly<Record<string, string>> = {
  bypassPermissions: 'Asks for nothing',
  dontAsk: 'Refuses instead of asking',
};

/** The model and the permission mode of the Claude behind a chat. */
export function Settings({ paneId, facts }: { readonly paneId: PaneId; readonly facts: ChatFacts }) {
  if (facts.driver !== 'stream') return <div className="chat-settings" />;
  const { model, models, permissionMode } = facts;
  const mode = permissionMode ?? 'default';
  const listed = models.some(({ value }) => value === model);
  return (
    <div className="chat-settings">
      <label title="Model">
        <span className="visually-hidden">Model</span>
        <select
          data-testid={`chat-model-${paneId}`}
          value={model ?? ''}
          onChange={(event) => void chatCommands.setModel(paneId, event.target.value)}
        >
          {!listed && <option value={model ?? ''}>{model ?? 'Model not known yet'}</option>}
          {models.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label title="What Claude may do without asking">
        <span className="visually-hidden">Permission mode</span>
        <select
          data-testid={`chat-mode-${paneId}`}
          data-danger={mode === 'bypassPermissions' || undefined}
          value={mode}
          onChange={(event) => {
            const chosen = PERMISSION_MODES.find((name) => name === event.target.value);
            if (chosen !== undefined) void chatCommands.setMode(paneId, chosen);
          }}
        >
          {!(mode in MODES) && <option value={mode}>{OTHER_MODES[mode] ?? mode}</option>}
          {Object.entries(MODES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
