import type { Terminal } from '@xterm/xterm';

/**
 * Programs ask terminals many things. The terminal host answers from its own screen, also while no window is
 * open; so the terminal in the window must keep silent, or each question would be answered twice.
 */
export function silenceQueries(terminal: Terminal): void {
  const { parser } = terminal;
  const swallow = (): boolean => true;
  // Device attributes, device status, modes, version, size reports, settings.
  for (const prefix of ['', '>', '='] as const) {
    parser.registerCsiHandler(prefix === '' ? { final: 'c' } : { prefix, final: 'c' }, swallow);
  }
  parser.registerCsiHandler({ final: 'n' }, swallow);
  parser.registerCsiHandler({ prefix: '?', final: 'n' }, swallow);
  parser.registerCsiHandler({ intermediates: '$', final: 'p' }, swallow);
  parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, swallow);
  parser.registerCsiHandler({ prefix: '>', final: 'q' }, swallow);
  parser.registerCsiHandler({ prefix: '?', final: 'u' }, swallow);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, swallow);
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, swallow);
  parser.registerCsiHandler({ final: 't' }, (parameters) => {
    const [code] = parameters;
    // 22 and 23 keep and bring back the title; the others ask or would change the window.
    return code !== 22 && code !== 23;
  });
  // Colours: setting one stays as it is, asking for one is swallowed.
  for (const code of [4, 10, 11, 12]) {
    parser.registerOscHandler(code, (data) => data.split(';').includes('?'));
  }
}
