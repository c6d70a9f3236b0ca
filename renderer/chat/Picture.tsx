import { useState } from 'react';
import type { ImageSource } from '#shared/chat/blocks';
import { Overlay } from '../dialogs/Overlay';

/** What a picture may be; anything else could carry a program or a page. */
const FORMATS = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The address under which the window draws a picture; null for one that it does not draw. */
export function pictureAddress(image: ImageSource): string | null {
  if (image.kind !== 'base64' || !FORMATS.has(image.mediaType)) return null;
  if (!/^[A-Za-z0-9+/=\s]+$/.test(image.data)) return null;
  return `data:${image.mediaType};base64,${image.data.replace(/\s/g, '')}`;
}

/** A picture that stands in the conversation itself. A click shows it large. */
export function Picture({ image, name }: { readonly image: ImageSource; readonly name: string }) {
  const [large, setLarge] = useState(false);
  const [broken, setBroken] = useState(false);
  const address = pictureAddress(image);
  if (address === null || broken)
    return (
      <span className="chat-remote">
        [{name}:{' '}
        {broken ? 'it can not be drawn' : image.kind === 'elsewhere' ? image.address : image.mediaType}]
      </span>
    );
  return (
    <>
      <button
        type="button"
        className="chat-picture"
        title="Show it large"
        aria-label={`${name}: show it large`}
        onClick={() => {
          setLarge(true);
        }}
      >
        <img
          src={address}
          alt={name}
          onError={() => {
            setBroken(true);
          }}
        />
      </button>
      {large && (
        <Overlay
          open
          close={() => {
            setLarge(false);
          }}
          title={name}
          titleShown
          className="chat-picture-large"
          testId="chat-picture-large"
        >
          <img src={address} alt={name} />
        </Overlay>
      )}
    </>
  );
}
