import { tusPath, uploadLayoutHeader, type UploadLayout } from '@kinora/contract/uploads';
import { mp4Layout } from './mp4-layout.ts';

/**
 * The order in which a new upload of a file is sent, so that it can be played while it arrives;
 * null: from its beginning. A server that can't put bytes at their place is not asked to.
 */
export async function layoutOf(file: File): Promise<UploadLayout | null> {
  const layout = await mp4Layout(file).catch(() => null);
  return layout !== null && (await takesLayouts()) ? layout : null;
}

async function takesLayouts(): Promise<boolean> {
  try {
    return (await fetch(tusPath, { method: 'OPTIONS' })).headers.has(uploadLayoutHeader);
  } catch {
    return false;
  }
}

/** The file's bytes in the order of a layout; nothing of them is read or copied. */
export function inOrderOf(layout: UploadLayout | null, file: File): Blob {
  if (layout === null) return file;
  return new Blob(layout.map(({ start, end }) => file.slice(start, end)));
}
