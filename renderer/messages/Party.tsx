import type { PaneId } from '#shared/model/ids';
import { paneLabel } from '#shared/model/pane';
import { plainLine } from '#shared/state/attention';
import { useAppState } from '../store/replica';
import { setUi } from '../store/ui-store';
import { goToPane } from '../terminal/go-to-pane';

const LONGEST_NAME = 80;

/** The name of a pane that leads to it. `missing`: what it is called when there is none. */
export function PaneParty({ paneId, missing }: { readonly paneId: PaneId | null; readonly missing: string }) {
  const name = useAppState((state) => {
    const pane = paneId === null ? undefined : state.panes[paneId];
    return pane === undefined ? null : paneLabel(pane);
  });
  return <Party paneId={paneId} name={name ?? missing} />;
}

/** A name that leads to its pane, as long as there is one. */
export function Party({ paneId, name }: { readonly paneId: PaneId | null; readonly name: string }) {
  const there = useAppState((state) => paneId !== null && paneId in state.panes);
  const shown = plainLine(name, LONGEST_NAME);
  if (paneId === null || !there) {
    return (
      <span className="message-party" title={shown}>
        {shown}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="message-party button-quiet"
      title={`Go to the pane ${shown}`}
      onClick={() => {
        setUi({ messagesShown: false, channelsShown: false });
        goToPane(paneId);
      }}
    >
      {shown}
    </button>
  );
}
