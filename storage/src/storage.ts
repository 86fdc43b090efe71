import { fileURLToPath } from 'node:url';
import { StorageError } from './errors.ts';
import { openFolder } from './folder.ts';
import type { Storage } from './types.ts';

export { StorageError } from './errors.ts';
export { getSpace } from './folder-space.ts';
export type { StorageErrorKind } from './errors.ts';
export type { Layout } from './layout.ts';
export type {
  Appendables,
  Appended,
  AppendOptions,
  Opened,
  PutOptions,
  Space,
  Storage,
  StorageBody,
  Stored,
} from './types.ts';

/**
 * Opens the storage at `url`: `file:///absolute/folder`, which is created, or
 * `s3://bucket/prefix?endpoint=…&region=…&pathStyle=1` with the usual AWS credential variables in
 * `env`. Throws `misconfigured` on any other address; does not check whether S3 answers (`check`).
 *
 * With `readOnly` a folder may be read-only, and `check` only reads.
 */
export async function openStorage(
  url: string,
  env: Record<string, string | undefined>,
  options: { readOnly?: boolean } = {},
): Promise<Storage> {
  if (url.startsWith('file:')) return await openFolder(toFolder(url), options);
  if (url.startsWith('s3:')) {
    // The SDK is loaded only when needed, as it costs some 25 MB and a quarter second.
    const { openS3 } = await import('./s3.ts');
    return openS3(url, env);
  }
  throw new StorageError('misconfigured', 'Storage must be a file: or s3: address');
}

function toFolder(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new StorageError('misconfigured', `Not the address of a local folder: ${url}`, { cause });
  }
}
