/** What is started, and with which environment. */
export interface ServiceStart {
  /** Absolute path of the program, and its arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The line by which a definition is known as Fugue's. */
export const SERVICE_MARK = 'Written by: fugue service install. Taken away by: fugue service uninstall.';
export const LAUNCHD_LABEL = 'dev.fugue.headless';

/** A unit for systemd of the person. Only Fugue itself is ended with it: what runs in tmux goes on. */
export function systemdUnit({ command, environment }: ServiceStart): string {
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`, false)}`,
  );
  return `# ${SERVICE_MARK}
[Unit]
Description=Fugue without a window
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${command.map((word) => quoted(word, true)).join(' ')}
WorkingDirectory=%h
${variables.map((line) => `${line}\n`).join('')}Restart=on-failure
RestartSec=5
KillMode=process
TimeoutStopSec=30

[Install]
WantedBy=default.target
`;
}

/** The same for launchd. What Fugue has started is left alone when it ends. */
export function launchdPlist({ command, environment }: ServiceStart): string {
  const text = (value: string) => `<string>${escapeXml(value)}</string>`;
  const variables = Object.entries(environment).map(
    ([name, value]) => `    <key>${escapeXml(name)}</key>\n    ${text(value)}\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${SERVICE_MARK} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  ${text(LAUNCHD_LABEL)}
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    ${text(word)}\n`).join('')}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables.join('')}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>AbandonProcessGroup</key>
  <true/>
</dict>
</plist>
`;
}

/** A word as systemd reads it back. In commands a dollar sign would be a variable. */
function quoted(word: string, inCommand: boolean): string {
  const escaped = word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('%', '%%');
  return `"${inCommand ? escaped.replaceAll('$', '$$$$') : escaped}"`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
