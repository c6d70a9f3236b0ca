import { Copy } from 'lucide-react';
import { bridge } from '../bridge/bridge';
import { toast } from '../store/ui-store';

/** Text for a shell or a file, and a button that puts it on the clipboard. */
export function CopyLine({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <div className="copy-line">
      <pre>{text}</pre>
      <button
        type="button"
        className="button-icon"
        aria-label={`Copy ${name}`}
        title={`Copy ${name}`}
        onClick={() => {
          void bridge.invoke('clipboard:write', { text }).then(() => {
            toast('Copied', 'plain');
          });
        }}
      >
        <Copy size={14} aria-hidden />
      </button>
    </div>
  );
}
