import { dashed } from '#shared/commands/examples';
import type { CompletionTable, ValueCompletion } from './completion-table';

/** The completion script for bash 4 and later; needs no other package. */
export function bashScript(table: CompletionTable): string {
  const { commands, words } = table;
  const flags = commands.map(
    ({ name, flags: own }) => `    ${name}) echo '${own.map((flag) => `--${flag.name}`).join(' ')}' ;;`,
  );
  const values = commands.flatMap(({ name, flags: own }) =>
    own.flatMap((flag) => arm(`${name} --${flag.name}`, flag.value)),
  );
  const positional = commands.flatMap(({ name, positional: own }) =>
    own.flatMap((value, index) => arm(`${name} ${String(index)}`, value)),
  );
  const following = words.map(({ name, words: own = [] }) => `    ${name}) echo '${own.join(' ')}' ;;`);
  const aliases = words.flatMap(({ name, command }) =>
    command === undefined ? [] : [`    ${name}) echo ${command} ;;`],
  );
  return `# Completion of fugue for bash, made by: fugue completion bash
# Put this into ~/.bashrc: source <(fugue completion bash)

_fugue_commands='${commands.map(({ name }) => dashed(name)).join(' ')}'
_fugue_words='${words.map(({ name }) => name).join(' ')}'
_fugue_taking_a_command='${words.flatMap(({ name, takesCommand }) => (takesCommand ? [name] : [])).join(' ')}'

# The flags of a command.
_fugue_flags() {
  case "$1" in
${flags.join('\n')}
  esac
}

# How the value of a flag, or the word at a place, is completed: switch, directory, names KIND or choices WORD…
_fugue_value() {
  case "$1 $2" in
${values.join('\n')}
${positional.join('\n')}
  esac
}

# What follows a word that is no command.
_fugue_following() {
  case "$1" in
${following.join('\n')}
  esac
}

# The command of which a word is another name.
_fugue_alias() {
  case "$1" in
${aliases.join('\n')}
    *) echo "\${1//-/_}" ;;
  esac
}

# Takes candidates, one a line, that begin with what is written; $1 is that, as it stands on the line.
_fugue_offer() {
  local written="$1" quote='' candidate
  case "$written" in
    \\"* | \\'*) quote="\${written:0:1}" written="\${written:1}" ;;
    *) written="\${written//\\\\/}" ;;
  esac
  while IFS= read -r candidate; do
    [[ -n $candidate && $candidate == "$written"* ]] || continue
    if [[ -n $quote ]]; then COMPREPLY+=("$candidate"); else COMPREPLY+=("$(printf '%q' "$candidate")"); fi
  done
}

_fugue_offer_words() {
  local written="$1"
  shift
  (($#)) && _fugue_offer "$written" < <(printf '%s\\n' "$@")
}

_fugue_offer_value() {
  local written="$1" candidate
  # shellcheck disable=SC2086 # the words of the answer are meant to be parted
  set -- $2
  case "$1" in
    choices) _fugue_offer_words "$written" "\${@:2}" ;;
    names) _fugue_offer "$written" < <(fugue completion names "$2" 2>/dev/null </dev/null) ;;
    directory)
      # With filenames, bash puts the quotes.
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -d -- "\${written//\\\\/}")
      ;;
  esac
}

_fugue() {
  COMPREPLY=()
  local written="\${COMP_WORDS[COMP_CWORD]}" before='' command='' first='' place=0 index word names
  # bash parts --flag=value into three words.
  if [[ $written == '=' ]]; then
    before="\${COMP_WORDS[COMP_CWORD - 1]}" written=''
  elif ((COMP_CWORD > 1)) && [[ \${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then
    before="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi

  for ((index = 1; index < COMP_CWORD; index += 1)); do
    word="\${COMP_WORDS[index]}"
    [[ $word == '=' ]] && continue
    if [[ -z $command ]]; then
      [[ $word == -* ]] && continue
      if [[ -z $first && " $_fugue_taking_a_command " == *" $word "* ]]; then first="$word"; else command="$word"; fi
    elif [[ $word == --* ]]; then
      if [[ \${COMP_WORDS[index + 1]} == '=' ]]; then ((index += 2)); continue; fi
      [[ $(_fugue_value "$(_fugue_alias "$command")" "\${word//_/-}") == switch ]] && continue
      if ((index + 1 == COMP_CWORD)); then before="$word"; fi
      ((index += 1))
    else
      ((place += 1))
    fi
  done

  if [[ -z $command ]]; then
    names="$_fugue_commands"
    [[ -z $first ]] && names="$names $_fugue_words"
    [[ $written == *_* ]] && names="\${names//-/_}"
    # shellcheck disable=SC2086 # names hold no blanks
    _fugue_offer_words "$written" $names
    return
  fi
  word="$(_fugue_following "$command")"
  if [[ -n $word ]]; then
    # shellcheck disable=SC2086 # words hold no blanks
    ((place == 0)) && _fugue_offer_words "$written" $word
    return
  fi
  command="$(_fugue_alias "$command")"
  if [[ -n $before ]]; then
    _fugue_offer_value "$written" "$(_fugue_value "$command" "\${before//_/-}")"
  elif [[ $written == -* ]]; then
    # shellcheck disable=SC2046 # flags hold no blanks
    _fugue_offer_words "\${written//_/-}" $(_fugue_flags "$command")
  else
    _fugue_offer_value "$written" "$(_fugue_value "$command" "$place")"
  fi
}

complete -F _fugue fugue
`;
}

function arm(pattern: string, value: ValueCompletion): string[] {
  const answer = answerFor(value);
  return answer === '' ? [] : [`    '${pattern}') echo '${answer}' ;;`];
}

function answerFor(value: ValueCompletion): string {
  switch (value.kind) {
    case 'switch':
    case 'directory':
      return value.kind;
    case 'choices':
      return `choices ${value.choices.join(' ')}`;
    case 'live':
      return `names ${value.of}`;
    case 'free':
      return '';
  }
}
