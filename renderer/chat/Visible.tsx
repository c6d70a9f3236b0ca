import { memo } from 'react';
import { visibleParts } from '#shared/state/shown-text';

/** Text from outside in which nothing is hidden and nothing turns around what stands beside it. */
export const Visible = memo(function Visible({ text }: { readonly text: string }) {
  return (
    <bdi>
      {visibleParts(text).map((part, index) =>
        part.escaped ? (
          <span key={index} className="escaped">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
});

/** The same for several lines, which stay lines; tabs stay tabs. */
export const VisibleLines = memo(function VisibleLines({ text }: { readonly text: string }) {
  return text.split('\n').map((line, index, lines) => (
    <span key={index}>
      {line.split('\t').map((part, at) => (
        <span key={at}>
          {at > 0 && '\t'}
          <Visible text={part} />
        </span>
      ))}
      {index < lines.length - 1 && '\n'}
    </span>
  ));
});
