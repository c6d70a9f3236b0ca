import { Fragment, memo } from 'react';
import { visibleParts } from '#shared/state/shown-text';

/** Text from outside in which nothing is hidden and nothing turns around what stands beside it. */
export const Visible = memo(function Visible({ text }: { readonly text: string }) {
  return <bdi>{parts(text)}</bdi>;
});

function parts(text: string) {
  return visibleParts(text).map((part, index) =>
    part.escaped ? (
      <span key={index} className="escape">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}

/**
 * The same for several lines, which stay lines; tabs stay tabs. Where it stands, the style sheet gives each line a
 * direction of its own.
 */
export const VisibleLines = memo(function VisibleLines({ text }: { readonly text: string }) {
  // Almost always there is nothing to be made visible, and one piece of text is drawn faster than many.
  if (visibleParts(text.replace(/[\n\t]/g, ' ')).every(({ escaped }) => !escaped)) return text;
  return text
    .split(/([\n\t])/)
    .map((part, index) => (part === '\n' || part === '\t' ? part : <span key={index}>{parts(part)}</span>));
});

/** Text with everything that can't be seen in it written out; a line end breaks the line besides. */
export function Exactly({ text }: { readonly text: string }) {
  return visibleParts(text).map((part, index) => (
    <Fragment key={index}>
      {part.escaped ? <span className="escape">{part.text}</span> : part.text}
      {part.escaped && part.text === '\\n' && '\n'}
    </Fragment>
  ));
}
