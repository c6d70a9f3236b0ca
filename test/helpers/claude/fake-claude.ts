// A program that looks like a Claude to those who watch it: its process name, its title and its screen. It does what
// it is told by lines on its input, so that a test can put many of them into any state at once.
import fs from 'node:fs';
import type { TemporaryDirectory } from '../temporary-directory';

const SCRIPT = String.raw`#!/bin/bash
stty -echo 2>/dev/null
trap 'exit 0' TERM
rule() { local width; width=$(stty size | cut -d' ' -f2); printf '─%.0s' $(seq "$width"); echo; }
title() { printf '\e]0;%s\a' "$1"; }
box() { rule; echo '❯ '; rule; echo '  ? for shortcuts'; }
ready() { title "✳ $NAME"; printf '\e[2J\e[H● Done as asked.\n\n'; box; }
busy() { title "⠂ $NAME"; printf '\e[2J\e[H✻ Pondering… (3s · esc to interrupt)\n\n'; box; }
ask() {
  title "✳ $NAME"
  printf '\e[2J\e[H● Bash(%s)\n\n' "$1"
  rule
  printf ' Bash command\n\n   %s\n   Does what it says\n\n Do you want to proceed?\n' "$1"
  printf ' ❯ 1. Yes\n   2. Yes, and don’t ask again for this\n   3. No\n\n Esc to cancel\n'
}
NAME=work
ready
while IFS= read -r line; do
  case $line in
    ready) ready ;;
    busy) busy ;;
    'ask '*) ask "$\{line#ask }" ;;
    'name '*) NAME=$\{line#name } ;;
    'die '*) exit "$\{line#die }" ;;
  esac
done
`.replaceAll('$\\{', '${');

/** Puts the program on the path of a home, under the name `claude`. */
export function makeFakeClaude(directory: TemporaryDirectory): void {
  const file = directory.file('home/bin/claude', SCRIPT);
  fs.chmodSync(file, 0o755);
  directory.file('home/.bash_profile', 'export PATH="$HOME/bin:$PATH" PS1="$ "\n');
}
