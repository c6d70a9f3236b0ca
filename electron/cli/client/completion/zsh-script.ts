import { dashed } from '#shared/commands/examples';
import type { CompletionTable, FlagCompletion, ValueCompletion } from './completion-table';

/** The completion script for zsh; to be sourced after compinit, or put into a folder of $fpath as `_fugue`. */
export function zshScript({ commands, words }: CompletionTable): string {
  const described = [
    ...commands.map(({ name, summary }) => `${dashed(name)}:${summary}`),
    ...words.map(({ name, summary }) => `${name}:${summary}`),
  ];
  const arms = commands.map(({ name, flags, positional }) => {
    const rest = positional.map((value, index) => {
      const place = index + 1 === positional.length ? '*' : String(index + 1);
      return quoted(`${place}:word:${action(value)}`);
    });
    const alias = words.find(({ command }) => command === name)?.name;
    const patterns = [...new Set([name, dashed(name), ...(alias === undefined ? [] : [alias])])].join('|');
    return `    ${patterns})\n      _arguments -s ${[...flags.map(flagSpec), ...rest].join(' \\\n        ')} ;;`;
  });
  const following = words.flatMap(({ name, words: own }) =>
    own === undefined ? [] : [`    ${name}) _arguments ${quoted(`1:word:(${own.join(' ')})`)} ;;`],
  );
  const taking = words.flatMap(({ name, takesCommand }) => (takesCommand ? [name] : []));
  return `#compdef fugue
# Completion of fugue for zsh, made by: fugue completion zsh
# Put this into ~/.zshrc, after compinit: source <(fugue completion zsh)

# Names that the running app knows.
_fugue_names() {
  local -a names
  names=("\${(@f)$(fugue completion names "$1" 2>/dev/null </dev/null)}")
  compadd -a names
}

_fugue_commands() {
  local -a commands
  commands=(
${described.map((line) => `    ${quoted(line)}`).join('\n')}
  )
  if [[ $PREFIX == *_* ]]; then
    compadd -- "\${(@)\${(@)commands%%:*}//-/_}"
  else
    _describe -t commands command commands
  fi
}

_fugue() {
  local curcontext="$curcontext"
  # The word that takes a command stands before it and says nothing about what follows.
  if ((CURRENT > 2)) && [[ $words[2] == (${taking.join('|')}) ]]; then
    words=("$words[1]" "\${(@)words[3,-1]}")
    ((CURRENT -= 1))
  fi
  if ((CURRENT == 2)); then
    _fugue_commands
    return
  fi
  local command="$words[2]"
  # _arguments takes the first word for the command.
  shift words
  ((CURRENT -= 1))
  case "$command" in
${arms.join('\n')}
${following.join('\n')}
  esac
}

compdef _fugue fugue
`;
}

function flagSpec({ name, description, value }: FlagCompletion): string {
  const words = `[${description.replace(/[[\]\\:]/g, '\\$&')}]`;
  if (value.kind === 'switch') return quoted(`--${name}${words}`);
  return quoted(`*--${name}=${words}:${name}:${action(value)}`);
}

function action(value: ValueCompletion): string {
  switch (value.kind) {
    case 'choices':
      return `(${value.choices.join(' ')})`;
    case 'live':
      return `{_fugue_names ${value.of}}`;
    case 'directory':
      return '_files -/';
    case 'free':
    case 'switch':
      return ' ';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
