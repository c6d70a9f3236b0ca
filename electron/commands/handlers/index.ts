import type { Handlers } from '../context';
import * as application from './application';
import * as channels from './channels';
import * as chat from './chat';
import { control } from './control';
import * as desktopWindows from './desktop-windows';
import * as history from './history';
import * as io from './io';
import * as layoutPresets from './layout-presets';
import * as layouts from './layouts';
import * as orchestration from './orchestration';
import * as panes from './panes';
import * as permissions from './permissions';
import * as data from './session-data';
import * as settings from './settings';
import * as sessions from './sessions';
import * as windows from './windows';

/** One handler for each command of the catalog; the compiler finds a missing one. */
export const handlers: Handlers = {
  list_sessions: sessions.listSessions,
  create_session: sessions.createSession,
  rename_session: sessions.renameSession,
  select_session: sessions.selectSession,
  kill_session: sessions.killSession,
  list_windows: windows.listWindows,
  create_window: windows.createWindow,
  select_window: windows.selectWindow,
  rename_window: windows.renameWindow,
  close_window: windows.closeWindow,
  list_panes: panes.listPanes,
  create_pane: panes.createPane,
  close_pane: panes.closePane,
  focus_pane: panes.focusPane,
  focus_next_attention: panes.focusNextAttention,
  rename_pane: panes.renamePane,
  restart_pane: panes.restartPane,
  set_keep_alive: panes.setKeepAlive,
  move_pane: panes.movePane,
  swap_panes: panes.swapPanes,
  zoom_pane: panes.zoomPane,
  read_pane: io.readPane,
  send_input: io.sendInput,
  get_status: io.getStatus,
  explain_status: io.explainStatus,
  expect: io.expectOutput,
  create_layout: layouts.createLayout,
  split_pane: layouts.splitPane,
  resize_pane: layouts.resizePane,
  move_divider: layouts.moveDivider,
  balance_layout: layouts.balanceLayout,
  apply_layout_preset: layoutPresets.applyLayoutPreset,
  save_layout_preset: layoutPresets.saveLayoutPreset,
  list_layout_presets: layoutPresets.listLayoutPresets,
  set_environment: data.setEnvironment,
  get_environment: data.getEnvironment,
  set_metadata: data.setMetadata,
  get_metadata: data.getMetadata,
  set_tags: data.setTags,
  get_tags: data.getTags,
  control,
  send_orchestration: orchestration.sendOrchestration,
  report_status: orchestration.reportStatus,
  request_help: orchestration.requestHelp,
  broadcast: orchestration.broadcast,
  whoami: orchestration.whoami,
  wait_for_status: orchestration.waitForStatus,
  list_deliveries: orchestration.listDeliveries,
  cancel_delivery: orchestration.cancelDelivery,
  answer_request: application.answerRequest,
  set_face: chat.setFace,
  send_prompt: chat.sendPrompt,
  send_now: chat.sendNow,
  interrupt_claude: chat.interruptClaude,
  set_claude_model: chat.setClaudeModel,
  set_permission_mode: chat.setPermissionMode,
  list_permissions: permissions.listPermissions,
  answer_permission: permissions.answerPermission,
  defer_permission: permissions.deferPermission,
  list_decisions: permissions.listDecisions,
  list_history: history.listHistory,
  search_history: history.searchHistory,
  describe_conversation: history.describeConversation,
  list_history_projects: history.listHistoryProjects,
  usage_report: history.usageReport,
  resume_session: history.resumeSession,
  restore_conversation: history.restoreConversation,
  send_to_channel: channels.sendToChannel,
  send_channel_message: channels.sendChannelMessage,
  list_channels: channels.listChannels,
  get_settings: settings.getSettings,
  set_setting: settings.setSetting,
  reset_setting: settings.resetSetting,
  import_theme: settings.importTheme,
  list_desktop_windows: desktopWindows.listDesktopWindows,
  open_desktop_window: desktopWindows.openDesktopWindow,
  close_desktop_window: desktopWindows.closeDesktopWindow,
  dismiss_notice: application.dismissNotice,
  report_view: application.reportView,
  check_system: application.checkSystem,
  list_snapshots: application.listSnapshots,
  restore_snapshot: application.restoreSnapshot,
  list_usage: application.listUsage,
  read_log: application.readLog,
  watch_events: application.watchEvents,
};
