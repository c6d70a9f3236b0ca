import type { PaneId } from '#shared/model/ids';
import { plainLine, presentPane } from '#shared/state/attention';
import { paneRequests } from '#shared/state/requests';
import { PaneParty } from '../messages/Party';
import { Dot } from '../status/Dot';
import { useAppState } from '../store/replica';
import { CopyLine } from './CopyLine';

/** The Claude that gets what is for nobody in particular: the managed one, or another. */
export function Receiver() {
  const managed = useAppState((state) => state.channels.managed);
  const target = useAppState((state) => state.channels.target);
  return (
    <section className="channels-section" aria-label="Who gets the messages">
      {managed.wanted && (
        <>
          <h3>Managed Claude</h3>
          {managed.pane === null ? (
            <p
              className={
                managed.problem === null ? 'muted channels-words' : 'channels-words channels-problem'
              }
            >
              {managed.problem === null ? 'It is not there yet.' : `It is not there: ${managed.problem}.`}
            </p>
          ) : (
            <>
              <ClaudeLine paneId={managed.pane} detail={`tmux session ${managed.session}`} />
              <CopyLine
                text={`tmux attach -t ${managed.session}`}
                name="the command that shows it in any terminal"
              />
            </>
          )}
        </>
      )}
      {(!managed.wanted || target !== managed.pane) && (
        <>
          <h3>Who gets what is for nobody in particular</h3>
          {target === null ? <Nobody /> : <ClaudeLine paneId={target} detail="" />}
        </>
      )}
    </section>
  );
}

function Nobody() {
  const name = useAppState((state) => state.channels.targetName);
  return (
    <p className="muted channels-words">
      {name === ''
        ? 'No Claude is there. What comes waits until one is.'
        : `No Claude runs in ${plainLine(name, 80)}, the target of the settings. What comes waits until one does.`}
    </p>
  );
}

/** A Claude by its name, which leads to it, and its state. */
function ClaudeLine({ paneId, detail }: { readonly paneId: PaneId; readonly detail: string }) {
  const pane = useAppState((state) => state.panes[paneId]);
  const requests = useAppState(paneRequests);
  if (pane === undefined) return null;
  const { dot, icon, label, reason } = presentPane(pane, requests);
  return (
    <p className="channels-claude">
      <Dot dot={dot} />
      <PaneParty paneId={paneId} missing="a closed pane" />
      <span className="channels-state" data-testid="channels-claude-state">
        {icon !== '' && <span aria-hidden>{icon} </span>}
        {label}
        {reason !== '' && `: ${reason}`}
      </span>
      {detail !== '' && <span className="muted channels-detail">{detail}</span>}
    </p>
  );
}
