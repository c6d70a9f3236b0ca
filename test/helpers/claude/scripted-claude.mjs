// A stand-in for `claude` over standard input and output that follows a script: only for what the real one can't be
// brought to do. FAKE_SCRIPT names it: one directive a line, `emit`, `raw`, `stderr`, `sleep`, `wait`, `exit`, `kill`.
// What comes in is added to FAKE_LOG, one line each.
import fs from 'node:fs';
import { createInterface } from 'node:readline';

const log = process.env.FAKE_LOG;
const note = (line) => log && fs.appendFileSync(log, `${line}\n`);
const arrived = [];
let waiting = null;
createInterface({ input: process.stdin })
  .on('line', (line) => {
    note(line);
    let message = {};
    try {
      message = JSON.parse(line);
    } catch {
      message = { type: 'bad' };
    }
    // The hand-shake is answered at once, as the real one does.
    if (message.type === 'control_request') {
      const response = { subtype: 'success', request_id: message.request_id, response: {} };
      process.stdout.write(`${JSON.stringify({ type: 'control_response', response })}\n`);
      return;
    }
    // So is every prompt, by its id.
    if (message.type === 'user') process.stdout.write(`${JSON.stringify({ ...message, isReplay: true })}\n`);
    arrived.push(message.type);
    waiting?.();
  })
  .on('close', () => {
    note('<stdin closed>');
    arrived.push('eof');
    waiting?.();
  });

async function wait(kind, count, seconds) {
  const end = Date.now() + seconds * 1000;
  for (let left = count; left > 0;) {
    const type = arrived.shift();
    if (type === 'eof') process.exit(7);
    if (type === kind || (type !== undefined && kind === 'any')) left -= 1;
    else if (type === undefined) {
      if (Date.now() >= end) return note(`<timeout waiting for ${kind}>`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, end - Date.now());
        waiting = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

const write = (stream, text) => new Promise((resolve) => stream.write(text, resolve));

for (const line of fs.readFileSync(process.env.FAKE_SCRIPT, 'utf8').split('\n')) {
  if (line.trim() === '') continue;
  const step = JSON.parse(line);
  if ('emit' in step) await write(process.stdout, `${JSON.stringify(step.emit)}\n`);
  else if ('raw' in step) await write(process.stdout, step.raw);
  else if ('stderr' in step) await write(process.stderr, step.stderr);
  else if ('sleep' in step) await new Promise((resolve) => setTimeout(resolve, step.sleep));
  else if ('wait' in step) await wait(step.wait, step.count ?? 1, step.timeout ?? 60);
  else if ('exit' in step) process.exit(step.exit);
  else if ('kill' in step) process.kill(process.pid, step.kill);
}
process.exit(0);
