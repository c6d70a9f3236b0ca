import { describe, expect, it } from 'vitest';
import { rulesFor, splitRules } from '../../../../renderer/terminal/shared-colors';

const OWN =
  '.xterm-dom-renderer-owner-3 .xterm-rows { color: #ddd; font-size: 13px;}.xterm-dom-renderer-owner-3.focus .xterm-selection div { background-color: #444;}';
const COLORS =
  '.xterm-dom-renderer-owner-3 .xterm-fg-0 { color: #000; }.xterm-dom-renderer-owner-3 .xterm-fg-0.xterm-dim { color: #0008; }.xterm-dom-renderer-owner-3 .xterm-bg-0 { background-color: #000; }.xterm-dom-renderer-owner-3 .xterm-fg-10 { color: #1f1; }';

describe('the rules of a terminal', () => {
  it('are its own up to the first colour', () => {
    expect(splitRules(OWN + COLORS)).toEqual({ own: OWN, colors: COLORS });
  });

  it('are left as they are when they hold no colours, or are written in another way', () => {
    expect(splitRules(OWN)).toBeNull();
    expect(splitRules('')).toBeNull();
    expect(splitRules(COLORS.replaceAll('xterm-fg', 'foreground'))).toBeNull();
  });

  it('are the same for terminals with the same colours, whoever brings them', () => {
    const other = COLORS.replaceAll('owner-3', 'owner-17');
    expect(rulesFor(other, 'palette')).toBe(rulesFor(COLORS, 'palette'));
    expect(rulesFor(COLORS, 'palette')).toBe(
      '.palette .xterm-fg-0 { color: #000; }.palette .xterm-fg-0.xterm-dim { color: #0008; }.palette .xterm-bg-0 { background-color: #000; }.palette .xterm-fg-10 { color: #1f1; }',
    );
    expect(rulesFor(COLORS.replace('#1f1', '#2f2'), 'palette')).not.toBe(rulesFor(COLORS, 'palette'));
  });
});
