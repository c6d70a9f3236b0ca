#!/usr/bin/env bash
# What the author of an adapter would do, in plain shell: every goal and every format of the channels has a step.
# Needs: a built checkout, a HOME in which `claude` (CLAUDE: its path) can be started and talks to a model that
# answers as the test beside this file says, and a WORK folder of its own.
set -uo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
: "${CLAUDE:?path of claude}" "${WORK:?an empty folder}" "${HOME:?}"
export FUGUE_HOME="$WORK/fugue" CCMUX_RUNTIME_DIR="$WORK/run" CCMUX_TMUX_SESSION=accept CCMUX_MCP_PORT=0
export CCMUX_IDLE_THRESHOLD=1 CCMUX_SILENCE_TIMEOUT=1 CCMUX_BACKOFF_INITIAL=0.2 CCMUX_BACKOFF_CAP=2
export CCMUX_LOG_FILE="$WORK/log/ccmux.log" CCMUX_HOOK_SCRIPT="$WORK/hook" TMUX_TMPDIR="$WORK/tmux"
run="$CCMUX_RUNTIME_DIR"
mkdir -p "$FUGUE_HOME/config" "$TMUX_TMPDIR" "$WORK/project"
cat > "$FUGUE_HOME/config/fugue.toml" <<TOML
[claude]
command = "$CLAUDE"
[claude.communication]
mcp_unasked = "all"
[channels]
enabled = true
command = "claude --permission-mode default"
directory = "$WORK/project"
TOML

pids=()
step='the start'
fail() {
  printf 'FAILED at %s: %s\n' "$step" "$1"
  fugue list-deliveries 2>&1 | tail -20
  tmux capture-pane -p -t =accept: 2>&1 | tail -15
  tail -n 25 "$WORK"/*.jsonl "$WORK/app.log" "$CCMUX_LOG_FILE" 2>/dev/null
  exit 1
}
end() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null; done
  tmux kill-server 2>/dev/null
  wait 2>/dev/null
}
trap end EXIT
fugue() { node "$root/dist/cli.cjs" "$@"; }
step() {
  step="$1"
  printf 'ok so far; next: %s\n' "$1"
}
# until SECONDS COMMAND…: waits until the command succeeds.
until_() {
  local left=$(($1 * 20))
  shift
  until "$@" >/dev/null 2>&1; do
    ((left-- > 0)) || return 1
    sleep 0.05
  done
}
start_app() {
  node "$root/dist/headless.cjs" "$WORK/project" >>"$WORK/app.log" 2>&1 &
  app=$!
  pids+=("$app")
  until_ 20 fugue list-panes || fail 'the app does not answer'
}
free() { fugue list-panes --all --json | grep -q '"state":"\(idle\|complete\)"'; }
listen() {
  nc -U "$run/output.sock" >"$1" &
  listener=$!
  pids+=("$listener")
}
told() { grep -q "$1" "$WORK/turns.jsonl"; }

step 'headless: folder, default input, sockets, a Claude in tmux'
start_app
until_ 20 test -p "$run/in" || fail 'no default input'
until_ 20 test -S "$run/output.sock" || fail 'no output.sock'
until_ 20 test -S "$run/control.sock" || fail 'no control.sock'
[[ $(stat -c %a "$run") == 700 ]] || fail 'others can look into the folder'
until_ 40 free || fail 'its Claude is not ready'
tmux list-sessions -F '#{session_name}' | grep -qx accept || fail 'no tmux session of the name that was asked for'
tmux capture-pane -p -t =accept: | grep -q '❯' || fail 'plain tmux does not show its Claude'

step 'an adapter makes a FIFO and writes plain text; a subscriber hears the whole turn'
listen "$WORK/turns.jsonl"
mkfifo -m 600 "$run/in.telegram"
echo 'Check my homework' >"$run/in.telegram"
until_ 30 told 'I will handle this' || fail 'no turn was broadcast'
node -e '
  const turn = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8").split("\n")[0]);
  if (typeof turn.ts !== "number" || typeof turn.session !== "string" || !Array.isArray(turn.turn)) process.exit(1);
  if (!turn.turn.some((block) => block.type === "text")) process.exit(1);' "$WORK/turns.jsonl" || fail 'a turn has another form'

step 'JSON with metadata; nobody passes for another channel'
echo '{"channel":"boss","content":"Say what time it was","ts":1740000000,"meta":{"id":7}}' >"$run/in.telegram"
time=$(date -d @1740000000 +%H:%M)
until_ 30 told "prompt was: .$time telegram. Say what time it was" || fail 'not as it was written'

step 'what comes while it works is given in one message, in order'
until_ 20 free
echo 'a slow question' >"$run/in.telegram"
until_ 20 bash -c "! node '$root/dist/cli.cjs' list-panes --all --json | grep -q '\"state\":\"\\(idle\\|complete\\)\"'"
mkfifo -m 600 "$run/in.phone"
echo 'You are near the school' >"$run/in.phone"
sleep 0.1
echo 'Daily reminder' >"$run/in"
until_ 40 told 'You are near the school.*in. Daily reminder' || fail 'not in one message, or not in order'

step 'Claude answers by a channel'
until_ 20 free
mkfifo -m 600 "$run/out.telegram"
cat "$run/out.telegram" >"$WORK/telegram.txt" &
pids+=($!)
echo 'please answer by telegram' >"$run/in.telegram"
until_ 30 grep -qx 'Homework: Math ch.3' "$WORK/telegram.txt" || fail 'nothing came by out.telegram'
until_ 20 told '"type":"tool_use"' || fail 'the call is not in the turn'
until_ 20 told '"type":"tool_result"' || fail 'the result is not in the turn'

step 'a channel that is not there is an error that Claude hears of'
until_ 20 free
echo 'please answer by nowhere' >"$run/in.telegram"
until_ 30 told 'there is no .*out.nowhere' || fail 'no error came back'

step 'an adapter goes and comes again'
rm "$run/in.phone"
until_ 10 bash -c "! node '$root/dist/cli.cjs' list-channels | grep -q phone" || fail 'a FIFO that is gone is still listed'
mkfifo -m 600 "$run/in.phone"
until_ 20 free
echo 'I am back' >"$run/in.phone"
until_ 30 told 'phone. I am back' || fail 'deaf after the adapter came again'

step 'a subscriber that leaves changes nothing for another'
nc -U "$run/output.sock" >/dev/null &
other=$!
pids+=("$other")
until_ 5 bash -c "[[ \$(ps -o comm= -p $other) == nc* ]]"
kill "$other"
until_ 20 free
fugue send telegram 'one more listener left' >/dev/null || fail 'fugue send'
until_ 30 told 'one more listener left' || fail 'the other one hears nothing'

step 'a hook of somebody else speaks to control.sock'
printf '%s\n' '{"type":"broadcast","session":"by-hand","turn":[{"type":"text","text":"from a script"}]}' | nc -N -U "$run/control.sock"
until_ 10 told '"session":"by-hand"' || fail 'it was not passed on'

step 'a person types in plain tmux attach, and goes first'
until_ 20 free
{ sleep 1; printf 'typed by a person'; sleep 0.5; printf '\r'; sleep 4; } | script -qfc 'tmux attach-session -t accept' /dev/null >"$WORK/attached.txt" &
pids+=($!)
until_ 30 told 'typed by a person' || fail 'the native terminal does not reach its Claude'

step 'its Claude is killed: it comes back with its conversation'
leader=$(tmux list-panes -s -t =accept -F '#{pane_pid}')
session=$(fugue list-panes --all --json | grep -o '"session_id":"[^"]*","transcript_path"' | head -1)
kill -9 "$(pgrep -P "$leader")"
until_ 20 bash -c "[[ \$(tmux list-panes -s -t =accept -F '#{pane_pid}' 2>/dev/null || echo '$leader') != '$leader' ]]" || fail 'it is not started again'
until_ 40 free || fail 'it is not ready again'
[[ $(fugue list-panes --all --json | grep -o '"session_id":"[^"]*","transcript_path"' | head -1) == "$session" ]] || fail 'another conversation'
echo 'after the crash' >"$run/in.telegram"
until_ 40 told 'after the crash' || fail 'deaf after the crash'

step 'the app is killed: tmux goes on, a writer waits, the next app takes both up'
until_ 20 free
leader=$(tmux list-panes -s -t =accept -F '#{pane_pid}')
kill -9 "$app"
wait "$app" 2>/dev/null
tmux has-session -t =accept || fail 'tmux ended with the app'
echo 'written while nobody read' >"$run/in.telegram" &
pids+=($!)
start_app
until_ 20 test -S "$run/output.sock"
until_ 10 bash -c 'exec 3<>/dev/null; nc -z -U "$1"' _ "$run/output.sock"
listen "$WORK/turns.jsonl"
until_ 40 told 'written while nobody read' || fail 'the waiting writer was not served'
[[ $(tmux list-panes -s -t =accept -F '#{pane_pid}') == "$leader" ]] || fail 'its Claude was started anew'

step 'the log is JSON, a line each'
until_ 5 test -s "$CCMUX_LOG_FILE" || fail 'no log'
node -e 'for (const line of require("fs").readFileSync(process.argv[1], "utf8").split("\n")) if (line) JSON.parse(line)' "$CCMUX_LOG_FILE" || fail 'the log holds no JSON'

step 'what was installed is taken away again'
mkdir -p "$HOME/.claude"
printf '{\n  "model": "opus"\n}\n' >"$HOME/.claude/settings.json"
cp "$HOME/.claude/settings.json" "$WORK/before.json"
fugue install >/dev/null || fail 'install'
grep -q "$WORK/hook" "$HOME/.claude/settings.json" || fail 'no hook in the settings'
cp "$HOME/.claude/settings.json" "$WORK/installed.json"
fugue install >/dev/null && cmp -s "$HOME/.claude/settings.json" "$WORK/installed.json" || fail 'a second install changes something'
fugue uninstall >/dev/null && cmp -s "$HOME/.claude/settings.json" "$WORK/before.json" || fail 'not as it was before'

printf 'all steps hold\n'
