import { TUS_PATH, UPLOAD_LAYOUT_HEADER, type UploadLayout } from '@kinora/contract/uploads';
import { findMp4Layout } from './mp4-layout.ts';

/**
 * The order in which a new upload of a file is sent, so that it can be played while it arrives;
 * null: from its beginning. A server that can't put bytes at their place is not asked to.
 */
export async function findLayout(file: File): Promise<UploadLayout | null> {
  const layout = await findMp4Layout(file).catch(() => null);
  return layout !== null && (await areLayoutsTaken()) ? layout : null;
}

async function areLayoutsTaken(): Promise<boolean> {
  try {
    return (await fetch(TUS_PATH, { method: 'OPTIONS' })).headers.has(UPLOAD_LAYOUT_HEADER);
  } catch {
    return false;
  }
}

/** The file's bytes in the order of a layout, without reading or copying them. */
export function orderBytes(layout: UploadLayout | null, file: File): Blob {
  if (layout === null) return file;
  return new Blob(layout.map(({ start, end }) => file.slice(start, end)));
}
