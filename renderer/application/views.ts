import { shownLater } from './later';

/* The views over the panes, in the order in which they are loaded. */

export const Palette = shownLater(
  () => import('../commands/Palette').then((module) => module.Palette),
  (ui) => ui.palette === 'open',
);
export const InboxPanel = shownLater(
  () => import('../inbox/InboxPanel').then((module) => module.InboxPanel),
  (ui) => ui.inboxShown,
);
export const KeyHelp = shownLater(
  () => import('../commands/KeyHelp').then((module) => module.KeyHelp),
  (ui) => ui.keyHelp,
);
export const NoticesPanel = shownLater(
  () => import('../status/NoticesPanel').then((module) => module.NoticesPanel),
  (ui) => ui.noticesShown,
);
export const MessagesPanel = shownLater(
  () => import('../messages/MessagesPanel').then((module) => module.MessagesPanel),
  (ui) => ui.messagesShown,
);
export const HistoryPanel = shownLater(
  () => import('../history/HistoryPanel').then((module) => module.HistoryPanel),
  (ui) => ui.historyShown,
);
export const ChannelsPanel = shownLater(
  () => import('../channels/ChannelsPanel').then((module) => module.ChannelsPanel),
  (ui) => ui.channelsShown,
);
export const SettingsPanel = shownLater(
  () => import('../settings/SettingsPanel').then((module) => module.SettingsPanel),
  (ui) => ui.settingsShown !== null,
);
export const ProcessesPanel = shownLater(
  () => import('../desk/ProcessesPanel').then((module) => module.ProcessesPanel),
  (ui) => ui.processesShown,
);
export const LogPanel = shownLater(
  () => import('../desk/LogPanel').then((module) => module.LogPanel),
  (ui) => ui.logShown,
);
export const TranscriptOverlay = shownLater(
  () => import('../chat/TranscriptOverlay').then((module) => module.TranscriptOverlay),
  (ui) => ui.transcript !== null,
);
