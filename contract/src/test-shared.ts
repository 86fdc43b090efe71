import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { access, constants, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const found = new Map<string, Promise<string>>();
let ownFolder: string | undefined;

/**
 * Returns the folder that `make` has filled, in this test file or in another of the same run that
 * gave the same key. Nothing in it may be changed: a test copies what it needs.
 *
 * The key says all that the result depends on, but for the programs of this machine and the code of
 * this checkout, which are the same for a whole run.
 */
export function makeShared(
  key: readonly unknown[],
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32);
  const known = found.get(name);
  if (known) return known;
  const making = findOrMake(name, make);
  found.set(name, making);
  making.catch(() => found.delete(name));
  return making;
}

/** As `makeShared`, but copies the files into a folder of the test's own, which may change them. */
export async function copyShared(
  key: readonly unknown[],
  folder: string,
  make: (folder: string) => Promise<unknown>,
): Promise<void> {
  const made = await makeShared(key, make);
  await cp(made, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function findOrMake(name: string, make: (folder: string) => Promise<unknown>) {
  const shared = process.env['TEST_SHARED_DIR'] ?? getOwnFolder();
  const folder = join(shared, name);
  if (await exists(folder)) return folder;
  const unfinished = await mkdtemp(join(shared, 'unfinished-'));
  try {
    await make(unfinished);
    // The folder appears complete or not at all, whatever other processes do.
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process was first; its result is as good.
    if (!(await exists(folder))) throw error;
  }
  return folder;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Makes the folder of a file that is run by itself, which goes with its process. */
function getOwnFolder(): string {
  if (ownFolder) return ownFolder;
  const folder = mkdtempSync(join(tmpdir(), 'kinora-shared-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  ownFolder = folder;
  return folder;
}
