import { useState } from 'react';
import { Overlay } from '../dialogs/Overlay';
import { setUi, useUi } from '../store/ui-store';
import { ChatView } from './ChatView';

/** A conversation of the past, to be read. */
export function TranscriptOverlay() {
  const transcript = useUi((state) => state.transcript);
  return transcript === null ? null : <Transcript key={transcript.path} {...transcript} />;
}

function Transcript({ path, title }: { readonly path: string; readonly title: string }) {
  const [finding, setFinding] = useState(false);
  return (
    <Overlay
      open
      close={() => {
        setUi({ transcript: null });
      }}
      title={title}
      titleShown
      className="transcript-overlay"
      testId="transcript"
    >
      <div
        className="transcript-body"
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          setFinding(true);
        }}
      >
        <ChatView
          source={{ kind: 'transcript', path }}
          readOnly
          finding={finding}
          closeFind={() => {
            setFinding(false);
          }}
        />
      </div>
    </Overlay>
  );
}
