import type { SlashCommand } from '#shared/ipc/chat-port';

const MOST_SHOWN = 50;

interface Properties {
  readonly id: string;
  readonly commands: readonly SlashCommand[];
  readonly chosen: number;
  readonly choose: (command: SlashCommand) => void;
}

/** The commands that fit what is typed behind a slash. The keyboard stays in the text. */
export function SlashMenu({ id, commands, chosen, choose }: Properties) {
  return (
    <ul id={id} className="chat-slash" role="listbox" aria-label="Commands" data-testid="chat-slash">
      {commands.slice(0, MOST_SHOWN).map((command, index) => (
        <li
          key={command.name}
          id={`${id}-${String(index)}`}
          role="option"
          aria-selected={index === chosen}
          ref={(element) => {
            if (index === chosen) element?.scrollIntoView({ block: 'nearest' });
          }}
          onPointerDown={(event) => {
            event.preventDefault();
            choose(command);
          }}
        >
          <span className="chat-slash-name">/{command.name}</span>
          {command.argumentHint !== '' && <span className="chat-slash-hint">{command.argumentHint}</span>}
          <span className="chat-slash-about">{command.description}</span>
        </li>
      ))}
    </ul>
  );
}
