import { type FileHandle, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';

type Account = { uid: number; gid: number };
/** A program works in `folder` and reads from `stdin`. */
type Belongings = { folder?: string; stdin?: FileHandle };

/** Gives a program's files to the user that it runs as where root has no cage. */
export async function handOver(
  { uid, gid }: Account,
  { folder, stdin }: Belongings,
): Promise<void> {
  await stdin?.chown(uid, gid);
  if (folder === undefined) return;
  // `lchown` does not follow links that an earlier run has left.
  await lchown(folder, uid, gid);
  for (const name of await readdir(folder)) await lchown(join(folder, name), uid, gid);
}

const READ_BY_ALL = 0o444;

/**
 * Lets every user read the input: a program reopens it by its descriptor and needs the right to
 * (proc_pid_fd(5)). The folders above stay closed.
 */
export async function makeReadableByAll(input: FileHandle): Promise<void> {
  const { mode } = await input.stat();
  if ((mode & READ_BY_ALL) !== READ_BY_ALL) await input.chmod((mode & 0o7777) | READ_BY_ALL);
}
