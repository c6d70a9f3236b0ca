import { expect, it } from 'vitest';
import { allSettings } from '#shared/config/settings';
import { matchesSearch } from '../../../../renderer/commands/matches-search';
import { sectionTitle, settingText, settingTitle } from '../../../../renderer/settings/setting-words';

it('calls settings as people do, and finds them by any of their words', () => {
  expect(settingTitle('font-size')).toBe('Font size');
  expect(settingTitle('mcp_port')).toBe('MCP port');
  expect(sectionTitle('claude.communication')).toBe('How Claudes talk to Fugue');
  const found = (text: string) =>
    allSettings()
      .filter((setting) => matchesSearch(settingText(setting), text))
      .map(({ key }) => key);
  expect(found('FONT size pixels')).toEqual(['appearance.font-size']);
  expect(found('appearance.zoom')).toEqual(['appearance.zoom']);
  expect(found('')).toHaveLength(allSettings().length);
  expect(found('zebra')).toEqual([]);
});
