import { useEffect } from 'react';
import { windowTitle } from '#shared/state/attention';
import { activeWindow } from '#shared/state/selectors';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
import { RequestCard } from '../requests/RequestCard';
import { Sidebar } from '../sessions/Sidebar';
import { WindowTabs } from '../sessions/WindowTabs';
import { StatusBar } from '../status/StatusBar';
import { useAppState } from '../store/replica';
import { setUi, useUi } from '../store/ui-store';
import { Tiles } from '../tiles/Tiles';
import { Banners } from './Banners';
import { DemoGuide } from './DemoGuide';
import { keepKeyboard } from './keep-keyboard';
import {
  ChannelsPanel,
  HistoryPanel,
  InboxPanel,
  KeyHelp,
  LogPanel,
  MessagesPanel,
  NoticesPanel,
  Palette,
  ProcessesPanel,
  SettingsPanel,
  TranscriptOverlay,
} from './views';
import { StartScreen } from './StartScreen';
import { Toasts } from './Toasts';
import { useFocusFollowsState } from './use-focus-follows-state';

/** Below this width the sidebar lies over the panes. */
const NARROW = '(max-width: 760px)';

export function App() {
  const empty = useAppState((state) => activeWindow(state) === null);
  const title = useAppState(windowTitle);
  const sidebarShown = useUi((state) => state.sidebarShown);
  const narrow = useUi((state) => state.narrow);
  useNarrowWindow();
  useFocusFollowsState();
  return (
    <div className="application" data-narrow={narrow || undefined} onMouseDown={keepKeyboard}>
      <div className="application-body">
        {sidebarShown && (
          <Sidebar>
            <DemoGuide place="sidebar" />
          </Sidebar>
        )}
        {sidebarShown && narrow && (
          <div
            className="sidebar-backdrop"
            onClick={() => {
              setUi({ sidebarShown: false });
            }}
          />
        )}
        <main className="workspace">
          <Banners />
          <WindowTabs />
          {empty ? <StartScreen /> : <h1 className="visually-hidden">{title}</h1>}
          <div className="workspace-body">
            <Tiles />
            <RequestCard />
            <DemoGuide place="panes" />
          </div>
        </main>
      </div>
      <StatusBar />
      <Toasts />
      <Palette />
      <KeyHelp />
      <NoticesPanel />
      <MessagesPanel />
      <ChannelsPanel />
      <InboxPanel />
      <TranscriptOverlay />
      <HistoryPanel />
      <SettingsPanel />
      <ProcessesPanel />
      <LogPanel />
      <ConfirmDialog />
    </div>
  );
}

function useNarrowWindow(): void {
  useEffect(() => {
    const query = window.matchMedia(NARROW);
    const update = (): void => {
      // The sidebar makes way for the panes, and comes back with the room.
      setUi({ narrow: query.matches, sidebarShown: !query.matches });
    };
    update();
    query.addEventListener('change', update);
    return () => {
      query.removeEventListener('change', update);
    };
  }, []);
}
