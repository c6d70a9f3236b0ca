// An environment for programs that tests start: only what says where programs, the display and the session bus
// are. Whatever else the tool that runs the tests has set, such as a variable that takes colours away, could
// change what the programs do and must not reach them. The last name takes a guard out of a twin of the fault suite.

const known =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR|TERM|DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_RUNTIME_DIR|LD_LIBRARY_PATH|FUGUE_WEAKNESS)$/;

export function cleanEnvironment(added: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && known.test(name)) environment[name] = value;
  }
  return { ...environment, ...added };
}
