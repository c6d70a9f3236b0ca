import fs from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { rotateLog } from './rotate';
import { scrub } from './scrub';

/** Structured logging: an event name and fields that are safe to keep. Text of panes and messages never goes in. */
export interface Logger {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A logger that appends JSON lines to a file (0600), and to standard error too when asked. */
export function createLogger(file: string, options: { readonly alsoStandardError: boolean }): Logger {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  rotateLog(file);
  const destination = fs.openSync(file, 'a', 0o600);
  const sink: pino.DestinationStream = {
    write(line: string) {
      const clean = scrub(line);
      try {
        fs.writeSync(destination, clean);
        if (options.alsoStandardError) fs.writeSync(2, clean);
      } catch {
        // A full disk must not take the app down with its log.
      }
    },
  };
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, sink);
  return {
    info: (event, fields) => {
      logger.info(fields ?? {}, event);
    },
    warn: (event, fields) => {
      logger.warn(fields ?? {}, event);
    },
    error: (event, fields) => {
      logger.error(fields ?? {}, event);
    },
  };
}

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
