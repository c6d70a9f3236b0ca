import { dashed } from '#shared/commands/examples';
import type { CompletionTable, ValueCompletion } from './completion-table';

/** The completion script for fish 3 and later. */
export function fishScript({ commands, words }: CompletionTable): string {
  const taking = words.flatMap(({ name, takesCommand }) => (takesCommand ? [name] : []));
  const lines: string[] = [];
  for (const { name, summary } of words) {
    lines.push(line(`__fugue_has_no_command and not __fugue_has_words`, `-a ${name} -d ${quoted(summary)}`));
  }
  for (const { name, words: own } of words) {
    if (own !== undefined) lines.push(line(`__fugue_at ${name} 0`, `-a ${quoted(own.join(' '))}`));
  }
  for (const { name, summary, flags, positional } of commands) {
    lines.push(line('__fugue_has_no_command', `-a ${dashed(name)} -d ${quoted(summary)}`));
    for (const flag of flags) {
      const value = offered(flag.value);
      const takes = flag.value.kind === 'switch' ? '' : value === '' ? ' -x' : ` -x -a ${value}`;
      lines.push(line(`__fugue_in ${name}`, `-l ${flag.name} -d ${quoted(flag.description)}${takes}`));
    }
    positional.forEach((value, index) => {
      const words = offered(value);
      if (words !== '') lines.push(line(`__fugue_at ${name} ${String(index)}`, `-a ${words}`));
    });
  }
  const aliases = words.flatMap(({ name, command }) =>
    command === undefined ? [] : [`        case ${name}\n            echo ${command}`],
  );
  const switches = commands
    .flatMap(({ flags }) => flags.filter(({ value }) => value.kind === 'switch').map(({ name }) => name))
    .filter((name, index, all) => all.indexOf(name) === index);
  return `# Completion of fugue for fish, made by: fugue completion fish
# fugue completion fish > ~/.config/fish/completions/fugue.fish

# The words after fugue that are no flags and no values of flags: the command first.
function __fugue_plain_words
    set -l words (commandline -opc)
    set -l skip 0
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
        else if string match -q -- '--*=*' $word
            continue
        else if string match -q -- '--*' $word
            contains -- (string replace -a _ - (string sub -s 3 -- $word)) ${switches.join(' ')}
            or set skip 1
        else
            echo -- $word
        end
    end
end

# The command on the line, with underscores, and after it the words that belong to it.
function __fugue_command
    set -l words (__fugue_plain_words)
    contains -- "$words[1]" ${taking.join(' ')}
    and set -e words[1]
    test (count $words) -gt 0
    or return 1
    switch $words[1]
${aliases.join('\n')}
        case '*'
            string replace -a - _ -- $words[1]
    end
    for word in $words[2..-1]
        echo -- $word
    end
    return 0
end

function __fugue_has_no_command
    not __fugue_command >/dev/null
end

function __fugue_has_words
    test (count (__fugue_plain_words)) -gt 0
end

function __fugue_in
    set -l words (__fugue_command)
    test "$words[1]" = $argv[1]
end

function __fugue_at
    set -l words (__fugue_command)
    test "$words[1]" = $argv[1]; and test (math (count $words) - 1) -eq $argv[2]
end

# Names that the running app knows.
function __fugue_names
    fugue completion names $argv[1] 2>/dev/null </dev/null
end

complete -c fugue -f
${lines.join('\n')}
`;
}

function line(condition: string, rest: string): string {
  return `complete -c fugue -n ${quoted(condition.replace(' and ', '; and '))} ${rest}`;
}

function offered(value: ValueCompletion): string {
  switch (value.kind) {
    case 'choices':
      return quoted(value.choices.join(' '));
    case 'live':
      return quoted(`(__fugue_names ${value.of})`);
    case 'directory':
      return quoted('(__fish_complete_directories)');
    case 'free':
    case 'switch':
      return '';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
