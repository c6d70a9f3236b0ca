/** What a conversation shows that has not begun. */
export function EmptyChat({ readOnly }: { readonly readOnly: boolean }) {
  if (readOnly) return <p className="chat-empty">This conversation is empty.</p>;
  return (
    <div className="chat-empty">
      <p className="chat-empty-title">What should Claude do?</p>
      <ul>
        <li>Ask about the project: “What happens when a tide table has no header?”</li>
        <li>Have something changed: “Rename readTides to parseTides everywhere.”</li>
        <li>
          Type <kbd>/</kbd> for commands, drop files to name them, paste pictures to show them.
        </li>
      </ul>
    </div>
  );
}
