import { type FileHandle, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';

type Account = { uid: number; gid: number };
/** A program works in the folder and reads from `stdin`. */
type Belongings = { folder?: string; stdin?: FileHandle };

/** Where root has no cage, its media programs are another user's: what they work in is given to him. */
export async function handOver(
  { uid, gid }: Account,
  { folder, stdin }: Belongings,
): Promise<void> {
  await stdin?.chown(uid, gid);
  if (folder === undefined) return;
  // Links that an earlier run has left lead nowhere.
  await lchown(folder, uid, gid);
  for (const name of await readdir(folder)) await lchown(join(folder, name), uid, gid);
}

const READ_BY_ALL = 0o444;

/**
 * A program opens its input anew, by the descriptor that it is given, and must have the right to
 * (proc_pid_fd(5)). The folders above stay closed.
 */
export async function openToAll(input: FileHandle): Promise<void> {
  const { mode } = await input.stat();
  if ((mode & READ_BY_ALL) !== READ_BY_ALL) await input.chmod((mode & 0o7777) | READ_BY_ALL);
}
