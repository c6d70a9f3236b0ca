import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { Rectangle } from '#shared/layout/geometry';
import { runCommand } from '../store/run-command';

/** The main process need not know every step of a window that is being resized. */
const REPORT_DELAY = 120;

/** Measures the area of the panes and tells the main process of it. */
export function useTileArea(area: RefObject<HTMLDivElement | null>): Rectangle {
  const [bounds, setBounds] = useState<Rectangle>({ x: 0, y: 0, width: 0, height: 0 });
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let timer: number | null = null;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const width = Math.round(entry.contentRect.width);
      const height = Math.round(entry.contentRect.height);
      if (width < 1 || height < 1) return;
      setBounds({ x: 0, y: 0, width, height });
      if (timer !== null) window.clearTimeout(timer);
      timer = window.setTimeout(() => void runCommand('report_view', { width, height }), REPORT_DELAY);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [area]);
  return bounds;
}
