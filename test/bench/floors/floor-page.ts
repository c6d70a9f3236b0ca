// The page of a floor: xterm.js with the same packages as Fugue's, fed in the floor's way.
import { Terminal } from '@xterm/xterm';
import { UnicodeGraphemesAddon } from '#electron/screen/graphemes';
import { ipcRenderer } from 'electron';
import type { BenchProbe } from '../probe-types';
import type { FloorConfiguration, FloorDown, FloorUp } from './wire';
import { VSCODE } from './wire';

const terminals: Terminal[] = [];
const senders: ((data: string) => void)[] = [];

function createTerminal(configuration: FloorConfiguration, pane: number): Terminal {
  const terminal = new Terminal({
    allowProposedApi: true,
    cols: configuration.columns,
    rows: configuration.rows,
    fontFamily: 'monospace',
    fontSize: 13,
    lineHeight: 1.2,
    scrollback: 5000,
    logLevel: 'off',
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  if (configuration.floor === 'undrawn') return terminal;
  const element = document.createElement('div');
  const perRow = Math.ceil(Math.sqrt(configuration.panes));
  const part = 100 / perRow;
  // Each has its place in view whatever the font measures: a terminal out of view would not be drawn.
  element.style.cssText = `position: absolute; overflow: hidden; width: ${part}vw; height: ${part}vh;
    left: ${(pane % perRow) * part}vw; top: ${Math.floor(pane / perRow) * part}vh`;
  document.body.append(element);
  terminal.open(element);
  return terminal;
}

function throughMessages(terminal: Terminal, pane: number): void {
  senders[pane] = (data) => {
    ipcRenderer.send('input', pane, data);
  };
  ipcRenderer.on('output', (_event, target: number, data: string) => {
    if (target === pane) terminal.write(data);
  });
}

function throughPort(terminal: Terminal, pane: number, port: MessagePort, floor: string): void {
  const post = (message: FloorUp): void => {
    port.postMessage(message);
  };
  let parsed = 0;
  senders[pane] = (data) => {
    post({ type: 'input', data });
  };
  port.onmessage = ({ data }: MessageEvent<FloorDown>) => {
    terminal.write(data, () => {
      parsed += data.length;
      // Visual Studio Code acknowledges in steps; the other floors each batch.
      const step = floor === 'vscode' ? VSCODE.acknowledgeEach : 1;
      if (parsed < step) return;
      const size = parsed - (parsed % step);
      parsed -= size;
      post({ type: 'acknowledge', size });
    });
  };
}

async function start(): Promise<void> {
  const configuration = (await ipcRenderer.invoke('configuration')) as FloorConfiguration;
  for (let pane = 0; pane < configuration.panes; pane += 1) {
    const terminal = createTerminal(configuration, pane);
    terminals.push(terminal);
    terminal.onData((data) => senders[pane]?.(data));
    if (configuration.floor === 'naive') throughMessages(terminal, pane);
  }
  ipcRenderer.on('port', (event, pane: number) => {
    throughPort(terminals[pane]!, pane, event.ports[0]!, configuration.floor);
  });
  const probe: BenchProbe = {
    text(pane) {
      const { rows, buffer } = terminals[Number(pane)]!;
      const { active } = buffer;
      const lines = Array.from({ length: rows }, (_, row) =>
        active.getLine(active.baseY + row)?.translateToString(true),
      );
      return lines.map((line) => line ?? '').join('\n');
    },
    rows: (pane) => terminals[Number(pane)]?.element?.querySelector<HTMLElement>('.xterm-rows') ?? null,
    send(pane, data) {
      senders[Number(pane)]?.(data);
    },
    focus(pane) {
      terminals[Number(pane)]?.focus();
    },
  };
  window.benchProbe = probe;
  ipcRenderer.send('opened');
}

void start();
