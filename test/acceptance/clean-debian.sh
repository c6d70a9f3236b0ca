#!/usr/bin/env bash
# The package on a Debian that has nothing else: installed by apt, used by a normal user with Chromium's sandbox on,
# and removed. Needs root, debootstrap and a Debian mirror; takes about three minutes.
#   test/acceptance/clean-debian.sh PACKAGE.deb CLAUDE [PICTURES]
# CLAUDE is a `claude` executable; pictures of the window go to PICTURES. Prints a line per step; exits 1 when one fails.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
package="$(readlink -f "$1")"
claude="$(readlink -f "$2")"
pictures="$(readlink -m "${3:-$root/test-results/clean-debian}")"
base="$root/.cache/debian/base"
system="$root/.cache/debian/system"
mkdir -p "$pictures" "$(dirname "$base")"

say() { printf '%s\n' "$*"; }
fail() { say "FAILED: $*"; exit 1; }

# A system of its own by pivot_root: in a chroot a user may make no namespaces, which the sandbox is made of.
inside() {
  unshare --mount --pid --fork --kill-child bash -c '
    set -e
    mount --make-rprivate /
    mount --bind "$1" "$1"
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    mount -t tmpfs tmpfs "$1/run"
    mkdir -p "$1/run/lock" "$1/before"
    cd "$1"
    pivot_root . before
    cd /
    umount -l /before
    rmdir /before
    shift
    export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm LANG=C.UTF-8
    export DEBIAN_FRONTEND=noninteractive
    exec "$@"' inside "$system" "$@"
}

# Everything but what a package manager keeps of itself and programs keep of their runs.
files() { inside find / -xdev \( -path /proc -o -path /dev -o -path /run -o -path /tmp -o -path /var -o -path /root -o -path /home \) -prune -o -print | sort; }

[[ -d $base ]] || debootstrap --variant=minbase --include=ca-certificates bookworm "$base" >"$pictures/debootstrap.log"
rm -rf "$system"
cp -a "$base" "$system"
cp /etc/resolv.conf "$system/etc/"
inside bash -c 'apt-get -qq update && apt-get -qq install -y xvfb xauth dbus openbox xdotool imagemagick procps \
  libgtk-3-0 libnss3 libgbm1 libasound2 libnotify4 libsecret-1-0 xdg-utils tmux curl fonts-noto-color-emoji' \
  >"$pictures/apt.log" 2>&1
inside useradd -m -s /bin/bash ada
files >"$pictures/before.txt"
say 'ok: a clean Debian with a desktop'

cp "$package" "$system/root/fugue.deb"
inside apt-get -qq install -y /root/fugue.deb >>"$pictures/apt.log" 2>&1
inside test -x /usr/bin/fugue || fail 'there is no fugue command'
say 'ok: apt installs the package'

(cd "$root" && node scripts/model-build.mjs)
rm -f "$pictures/model.txt"
node "$root/.cache/model/model.cjs" /home/ada/lighthouse >"$pictures/model.txt" &
model=$!
trap 'kill "$model" 2>/dev/null || true' EXIT
until [[ -s $pictures/model.txt ]]; do sleep 0.1; done
address="$(<"$pictures/model.txt")"

cp "$claude" "$system/opt/claude"
chmod 755 "$system/opt/claude"
cat >"$system/opt/first-run.sh" <<'USER'
set -u
export XDG_RUNTIME_DIR=/tmp/ada-run
mkdir -p -m 700 "$XDG_RUNTIME_DIR"
picture() { import -window root "/tmp/pictures/$1.png"; }
# until COMMAND: tries for 40 seconds.
until_holds() { local n; for n in $(seq 150); do "$@" >/dev/null 2>&1 && return 0; sleep 0.1; done; picture failed; echo "FAILED: $*"; exit 1; }
says() { fugue "${@:2}" 2>/dev/null | grep -q "$1"; }
openbox >/dev/null 2>&1 &

# First without claude: honest, and with a shell.
fugue >/tmp/fugue.log 2>&1 & app=$!
until_holds says sessions list-sessions
fugue doctor | grep -q 'problem  claude' || { echo 'FAILED: doctor does not miss claude'; exit 1; }
until_holds xdotool search --name Fugue
sleep 2; picture debian-start-without-claude
kill "$app"; wait "$app" || { echo 'FAILED: it ended badly'; exit 1; }
echo 'ok: without claude it says what is missing'

mkdir -p ~/.local/bin ~/lighthouse
ln -s /opt/claude ~/.local/bin/claude
printf '#!/bin/sh\nperiod=2\necho "a flash every $period s"\n' >~/lighthouse/lamp.sh
printf '#!/bin/sh\nsh lamp.sh | grep -q "5 s" && echo "3 tests, 3 passed" || echo "3 tests, 1 failed"\n' >~/lighthouse/test.sh
key=sk-ant-scripted-key-for-tests-0123456789abcdefghij
printf 'export ANTHROPIC_BASE_URL=%s ANTHROPIC_API_KEY=%s DISABLE_AUTOUPDATER=1\n' "$ADDRESS" "$key" >>~/.profile
printf '{"hasCompletedOnboarding":true,"projects":{"/home/ada/lighthouse":{"hasTrustDialogAccepted":true}},"customApiKeyResponses":{"approved":["%s"],"rejected":[]}}\n' "${key: -20}" >~/.claude.json
fugue ~/lighthouse >/tmp/fugue.log 2>&1 & app=$!
until_holds says lighthouse list-sessions
fugue doctor | grep -q 'ok       claude' || { echo 'FAILED: doctor misses claude'; exit 1; }
renderer="$(pgrep -f 'fugue --type=renderer' | head -n 1)"
grep -q 'Seccomp:.2' "/proc/$renderer/status" || { echo 'FAILED: the page has no sandbox'; exit 1; }
[[ $(readlink "/proc/$renderer/ns/user") != $(readlink /proc/self/ns/user) ]] || { echo 'FAILED: no namespace'; exit 1; }
echo 'ok: it runs for a normal user with the sandbox on'
fugue split_pane --command 'claude --permission-mode default' --focus >/dev/null
until_holds says idle list-panes
worker="$(fugue list-panes --json | grep -o '"id":"[^"]*"' | tail -n 1 | cut -d'"' -f4)"
fugue send_prompt --pane "$worker" --text 'The lamp blinks too fast. Run the tests, find out why and mend it.' >/dev/null
until_holds says test.sh list-permissions
sleep 1; picture first-claude
xdotool key ctrl+b; xdotool key shift+i; sleep 2; picture debian-first-permission
for asked in test.sh Edit test.sh; do
  until_holds says "$asked" list-permissions
  # A card takes no key in its first moment.
  sleep 1.5; xdotool key a
  until_holds eval '! says "$asked" list-permissions'
done
until_holds grep -q period=5 ~/lighthouse/lamp.sh
sleep 2; picture first-answered
echo 'ok: a Claude asked, was answered in the inbox, and did it'
kill "$app"; wait "$app" || { echo 'FAILED: it ended badly'; exit 1; }

fugue --demo >/tmp/demo.log 2>&1 & app=$!
until_holds bash -c 'test -d /tmp/fugue-demo-*/channels'
demo="$(echo /tmp/fugue-demo-*)"
until_holds env FUGUE_HOME="$demo/fugue" bash -c 'fugue list-permissions | grep -q "test.sh"'
until_holds env FUGUE_HOME="$demo/fugue" bash -c 'fugue list-permissions | grep -q "notes be"'
sleep 2; picture debian-demo
kill "$app"; wait "$app" || { echo 'FAILED: the demo ended badly'; exit 1; }
until_holds test ! -e "$demo"
echo 'ok: the demo runs, and leaves nothing behind'
USER
mkdir -p "$system/tmp/pictures"
chmod 777 "$system/tmp/pictures"
inside su - ada -c "env ADDRESS=$address xvfb-run -a -s '-screen 0 1280x820x24' dbus-run-session -- bash /opt/first-run.sh" \
  2>"$pictures/errors.log" | tee "$pictures/steps.txt" || true
cp "$system"/tmp/pictures/*.png "$pictures/" || true
grep -q FAILED "$pictures/steps.txt" && exit 1
grep -q 'leaves nothing behind' "$pictures/steps.txt" || fail 'the story did not come to its end'

rm -f "$system/opt/claude" "$system/opt/first-run.sh"
inside apt-get -qq purge -y fugue >>"$pictures/apt.log" 2>&1
files >"$pictures/after.txt"
comm -13 "$pictures/before.txt" "$pictures/after.txt" >"$pictures/left.txt"
[[ -s $pictures/left.txt ]] && fail "left behind: $(head -n 5 "$pictures/left.txt")"
say 'ok: purged, and nothing is left'
