// The terminal process of the floors that have one: reads the programs and feeds the page's ports.
import { spawn } from 'node-pty';
import type { FloorDown, FloorUp, OpenPane } from './wire';
import { ADAPTIVE_WINDOW, shellOptions, VSCODE } from './wire';

interface Port {
  postMessage(message: FloorDown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  start(): void;
}
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown; ports: readonly Port[] }) => void): void;
}

/** Joins for 5 ms, stops above 100,000 unacknowledged characters, goes on below 5,000. */
function likeVsCode({ configuration }: OpenPane, port: Port): void {
  const pty = spawn('/bin/bash', [], shellOptions(configuration));
  let waiting: string[] = [];
  let unacknowledged = 0;
  let paused = false;
  pty.onData((data) => {
    unacknowledged += data.length;
    if (!paused && unacknowledged > VSCODE.pauseAbove) {
      paused = true;
      pty.pause();
    }
    waiting.push(data);
    if (waiting.length > 1) return;
    setTimeout(() => {
      port.postMessage(waiting.join(''));
      waiting = [];
    }, VSCODE.batchMilliseconds);
  });
  port.on('message', ({ data }) => {
    const message = data as FloorUp;
    if (message.type === 'input') {
      pty.write(message.data);
      return;
    }
    unacknowledged = Math.max(0, unacknowledged - message.size);
    if (paused && unacknowledged < VSCODE.resumeBelow) {
      paused = false;
      pty.resume();
    }
  });
  port.start();
}

/** Sends at once when nothing is under way, else what has gathered, up to a window. */
function adaptive({ configuration }: OpenPane, port: Port): void {
  const pty = spawn('/bin/bash', [], { ...shellOptions(configuration), encoding: null });
  let waiting: Buffer[] = [];
  let size = 0;
  let underWay = 0;
  let paused = false;
  const flush = (): void => {
    if (size === 0 || underWay > ADAPTIVE_WINDOW / 2) return;
    const batch = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
    underWay += batch.length;
    port.postMessage(batch);
  };
  pty.onData((data: unknown) => {
    waiting.push(data as Buffer);
    size += (data as Buffer).length;
    flush();
    if (!paused && size > ADAPTIVE_WINDOW / 2) {
      paused = true;
      pty.pause();
    }
  });
  port.on('message', ({ data }) => {
    const message = data as FloorUp;
    if (message.type === 'input') {
      pty.write(message.data);
      return;
    }
    underWay -= message.size;
    flush();
    if (paused && size === 0) {
      paused = false;
      pty.resume();
    }
  });
  port.start();
}

const { parentPort } = process as unknown as { parentPort: ParentPort };
parentPort.on('message', ({ data, ports }) => {
  const open = data as OpenPane;
  const port = ports[0];
  if (port === undefined) return;
  if (open.configuration.floor === 'vscode') likeVsCode(open, port);
  else adaptive(open, port);
});
