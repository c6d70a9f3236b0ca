import { useEffect, useLayoutEffect } from 'react';

/** Makes a text area as high as what stands in it, also when its width changes or it is laid out only later. */
export function useFittingHeight(area: React.RefObject<HTMLTextAreaElement | null>, content: string): void {
  useLayoutEffect(() => {
    if (area.current !== null) fit(area.current);
  }, [area, content]);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let width = 0;
    const observer = new ResizeObserver(() => {
      // The height is our own doing.
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit(element);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [area]);
}

function fit(element: HTMLTextAreaElement): void {
  element.style.height = 'auto';
  element.style.height = `${String(element.scrollHeight)}px`;
}
