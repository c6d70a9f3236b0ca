import { mention } from '#shared/chat/composing';
import { bridge } from '../bridge/bridge';
import { toast } from '../store/ui-store';
import type { DraftPicture } from './drafts';

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const LARGEST = 5 * 1024 * 1024;

/** What was dropped or pasted: pictures are kept, all other files are named where they stand. */
export interface Taken {
  readonly pictures: readonly DraftPicture[];
  /** Mentions of files. */
  readonly words: readonly string[];
}

export async function takeFiles(files: readonly File[]): Promise<Taken> {
  const pictures: DraftPicture[] = [];
  const words: string[] = [];
  for (const file of files) {
    if (PICTURES.has(file.type)) {
      const picture = await keepPicture(file);
      if (picture !== null) pictures.push(picture);
      continue;
    }
    const path = bridge.pathOf(file);
    if (path === '')
      toast(`${file.name === '' ? 'That' : file.name} stands in no folder, so it can not be named.`);
    else words.push(mention(path));
  }
  return { pictures, words };
}

async function keepPicture(file: File): Promise<DraftPicture | null> {
  if (file.size > LARGEST) {
    toast(`${file.name === '' ? 'The picture' : file.name} is larger than 5 MB. Make it smaller first.`);
    return null;
  }
  const data = new Uint8Array(await file.arrayBuffer());
  const kept = await bridge.invoke('attachment:save', { mediaType: file.type, data });
  if (!kept.ok) {
    toast(kept.error.message);
    return null;
  }
  return { path: kept.value.path, preview: await addressOf(file) };
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(typeof reader.result === 'string' ? reader.result : '');
    };
    reader.onerror = () => {
      reject(new Error('the picture could not be read'));
    };
    reader.readAsDataURL(file);
  });
}
