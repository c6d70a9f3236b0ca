import net from 'node:net';
import { TestCore } from '#test/helpers/core';
import { connect, personToken } from '#test/helpers/mcp-client';
import { headersFor } from '#test/helpers/mcp-raw';
import { type Row, Tally } from '../row';

const CLOSED_WITHIN = 15_000;
const ANSWERED_WITHIN = 500;

export const row: Row = {
  number: 9,
  async run({ count, defer }) {
    const tally = new Tally();
    const app = await TestCore.start();
    defer(() => app.close());
    const port = Number(new URL(app.core.mcp.addresses.http!).port);
    const client = await connect(app, 'sse');
    defer(() => client.close());
    const heads = headersFor(port, personToken(app)).map(([name, value]) => `${name}: ${value}\r\n`);
    const openings = [
      'POST /m',
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\n`,
      `POST /mcp HTTP/1.1\r\n${heads.join('')}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      '',
      // A stream that nobody may have, on which nothing is said.
      `GET /sse HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\n\r\n`,
    ];
    const began = performance.now();
    const closed: Promise<number>[] = [];
    for (let number = 0; number < count; number += 1) {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(openings[number % openings.length]!);
      // One byte a second of the body, or of the head.
      const timer = setInterval(() => socket.write(' '), 1000);
      closed.push(
        new Promise((resolve) => {
          const late = setTimeout(() => socket.destroy(), CLOSED_WITHIN + 5000);
          socket.on('close', () => {
            clearInterval(timer);
            clearTimeout(late);
            resolve(performance.now() - began);
          });
        }),
      );
    }
    for (let call = 0; call < 20; call += 1) {
      const started = performance.now();
      await client.callTool({ name: 'fugue_list_panes', arguments: {} });
      const took = performance.now() - started;
      tally.alsoCheck(took < ANSWERED_WITHIN, `a good client waited ${String(Math.round(took))} ms`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    for (const [number, took] of (await Promise.all(closed)).entries())
      tally.check(
        took <= CLOSED_WITHIN,
        `${JSON.stringify(openings[number % openings.length]!.slice(0, 20))} was open for ${String(Math.round(took))} ms`,
      );
    return tally;
  },
};
