import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { UNNAMED_CHANNEL } from '#shared/delivery/channel-line';
import { Overlay } from '../dialogs/Overlay';
import { useAppState } from '../store/replica';
import { setUi, useUi } from '../store/ui-store';
import { ChannelList } from './ChannelList';
import { ChannelLog } from './ChannelLog';
import { CopyLine } from './CopyLine';
import { Receiver } from './Receiver';
import { TestMessage } from './TestMessage';
import { WaitingList } from './WaitingList';

/** What other programs write to Claudes and Claudes to them: who gets it, what waits, and what became of it. */
export function ChannelsPanel() {
  const shown = useUi((state) => state.channelsShown);
  const body = useRef<HTMLDivElement>(null);
  return (
    <Overlay
      open={shown}
      close={() => {
        setUi({ channelsShown: false });
      }}
      title="Channels"
      titleShown
      className="channels"
      testId="channels"
      initialFocus={() => body.current}
    >
      <Body body={body} />
    </Overlay>
  );
}

function Body({ body }: { readonly body: React.RefObject<HTMLDivElement | null> }) {
  const enabled = useAppState((state) => state.channels.enabled);
  const unasked = useAppState((state) => state.channels.managed.skipsPermissions);
  const problem = useAppState((state) => state.channels.problem);
  const [channel, setChannel] = useState(UNNAMED_CHANNEL);
  const message = useRef<HTMLInputElement>(null);
  return (
    <>
      {unasked && (
        <Warning>
          The managed Claude asks for no permission: whoever can write to a channel can have it do all that
          you can do. Take the flag out of <code>command</code> in <code>[channels]</code> unless this machine
          is a sandbox.
        </Warning>
      )}
      {problem !== null && <Warning>Not all channels work: {problem}.</Warning>}
      <div ref={body} className="channels-body" tabIndex={0} role="region" aria-label="Channels">
        {enabled ? (
          <>
            <Receiver />
            <ChannelList
              test={(name) => {
                setChannel(name);
                message.current?.focus();
              }}
            />
            <WaitingList />
            <TestMessage channel={channel} setChannel={setChannel} message={message} />
            <ChannelLog />
          </>
        ) : (
          <SwitchedOff />
        )}
      </div>
    </>
  );
}

function Warning({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="banner banner-warning" role="note">
      <TriangleAlert size={14} aria-hidden />
      <span className="banner-text">{children}</span>
    </div>
  );
}

function SwitchedOff() {
  const file = useAppState((state) => state.runtime.configurationFile);
  return (
    <section className="channels-section">
      <p className="channels-words">
        Channels are switched off. With them, programs such as a chat, a mailbox or a timer write lines into
        FIFOs, a Claude gets them as messages as soon as it is free, and can answer.
      </p>
      <p className="channels-words">
        They are switched on by these lines in the settings; it takes effect as soon as the file is saved:
      </p>
      <CopyLine text={'[channels]\nenabled = true'} name="the lines" />
      <CopyLine text={file} name="the path of the settings" />
    </section>
  );
}
