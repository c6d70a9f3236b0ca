/** Name of the highlight in the style sheet. */
const NAME = 'chat-found';
/** More marks are not drawn at once. */
const MOST = 2000;

/**
 * Marks the words wherever they are drawn below an element, now and whenever something else is drawn there. The
 * document itself stays as it is. Ends by the function that comes back.
 */
export function markWords(element: HTMLElement, words: string): () => void {
  const highlights = CSS.highlights;
  highlights.delete(NAME);
  if (words === '') return () => undefined;
  let frame: number | null = null;
  const mark = (): void => {
    frame = null;
    highlights.set(NAME, new Highlight(...rangesOf(element, words.toLowerCase())));
  };
  const observer = new MutationObserver(() => {
    frame ??= requestAnimationFrame(mark);
  });
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  mark();
  return () => {
    observer.disconnect();
    if (frame !== null) cancelAnimationFrame(frame);
    highlights.delete(NAME);
  };
}

function rangesOf(element: HTMLElement, words: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      ranges.push(range);
      if (ranges.length >= MOST) return ranges;
    }
  }
  return ranges;
}
