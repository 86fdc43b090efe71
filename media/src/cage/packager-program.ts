import { access, constants, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// The npm package contains these static programs; its index.js would only start them.
const PROGRAMS: Readonly<Record<string, string>> = {
  'linux-x64': 'packager-linux-x64',
  'linux-arm64': 'packager-linux-arm64',
  'darwin-x64': 'packager-osx-x64',
  'darwin-arm64': 'packager-osx-arm64',
};

/** Finds the absolute path of shaka-packager's program for this platform, or null. */
export async function findPackager(): Promise<string | null> {
  const name = PROGRAMS[`${process.platform}-${process.arch}`];
  if (!name) return null;
  try {
    const manifest = createRequire(import.meta.url).resolve('shaka-packager/package.json');
    const path = await realpath(join(dirname(manifest), 'bin', name));
    await access(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}
