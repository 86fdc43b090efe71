import { hashBytes, HEAD_BYTES } from '../rules/resume.ts';

/** Hash of a file's beginning. Rejects when the file can't be read any more. */
export async function hashHead(file: File): Promise<string> {
  return hashBytes(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
}

/** Says whether the file is still where it was, as it was: browsers refuse one that changed since. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
