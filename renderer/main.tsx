import '@xterm/xterm/css/xterm.css';
import './theme/fonts.css';
import './theme/base.css';
import './theme/window.css';
import './theme/start.css';
import './theme/panes.css';
import './theme/overlays.css';
import './theme/messages.css';
import './theme/channels.css';
import './theme/inbox.css';
import './theme/chat.css';
import './theme/chat-cards.css';
import './theme/chat-composer.css';
import './theme/history.css';
import './theme/settings.css';
import './theme/desk.css';
import { createRoot } from 'react-dom/client';
import { windowTitle } from '#shared/state/attention';
import { ErrorBoundary, followFaults } from './application/ErrorBoundary';
import { App } from './application/App';
import { loadViews } from './application/later';
import { bridge } from './bridge/bridge';
import { shareDrafts } from './chat/share-drafts';
import { exposeChatHooks } from './chat/test-hooks';
import { runUiAction } from './commands/ui-actions';
import { followKeyboard, loadCatalog } from './commands/keyboard';
import { appState, followState, replica } from './store/replica';
import { drawTerminalsAgain, followPanes } from './terminal/terminal-registry';
import { exposeTestHooks } from './terminal/test-hooks';
import { followFontSizes } from './terminal/font-sizes';
import { followTheme } from './theme/apply-theme';
import { followZoom } from './theme/zoom';

/** Terminals measure their font when they open, so it has to be there by then. */
async function loadFonts(): Promise<void> {
  const faces = ['13px "JetBrains Mono"', 'bold 13px "JetBrains Mono"', 'italic 13px "JetBrains Mono"'];
  await Promise.allSettled(faces.map((face) => document.fonts.load(face)));
}

function followTitle(): void {
  const update = (): void => {
    const state = appState();
    if (state !== null) document.title = windowTitle(state);
  };
  update();
  replica.subscribe(update);
}

/** Links and other starts of the app ask for views. */
function followLinks(): void {
  bridge.on('view:show', ({ view }) => {
    runUiAction(view);
  });
}

/** What the first picture can do without, in order of how soon a person may want it. */
function loadTheRest(): void {
  requestIdleCallback(() => void loadCatalog().then(loadViews), { timeout: 300 });
  void document.fonts.load('13px "Fugue Symbols"', '\u23bf\u23f5').then(drawTerminalsAgain);
}

async function start(root: HTMLElement): Promise<void> {
  await Promise.all([followState(), loadFonts()]);
  followTheme();
  followZoom();
  followFontSizes();
  followPanes();
  followKeyboard();
  followTitle();
  followLinks();
  shareDrafts();
  followFaults();
  exposeTestHooks();
  exposeChatHooks();
  createRoot(root).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  );
  // Two frames: the first is asked for before the page is laid out, the second when it is on the screen.
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      void bridge.invoke('window:ready', null);
      loadTheRest();
    });
  });
}

const root = document.getElementById('root');
if (root !== null) void start(root);
