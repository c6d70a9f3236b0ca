import { useEffect, useState } from 'react';
import { bridge } from '../bridge/bridge';

/** How long it says that it has copied, in milliseconds. */
const SAID_FOR = 1500;

/** Puts a text on the clipboard; `text` is asked when it is wanted. */
export function CopyButton({
  name,
  text,
}: {
  readonly name: string;
  readonly text: () => string | Promise<string>;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, SAID_FOR);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);
  return (
    <button
      type="button"
      className="button-icon"
      aria-label={copied ? 'Copied' : name}
      title={copied ? 'Copied' : name}
      onClick={() => {
        void Promise.resolve(text()).then(async (value) => {
          await bridge.invoke('clipboard:write', { text: value });
          setCopied(true);
        });
      }}
    >
      <span className="chat-copy-icon" data-copied={copied || undefined} aria-hidden />
    </button>
  );
}
