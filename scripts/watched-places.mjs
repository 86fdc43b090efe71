import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What runs of tests and builds may make in the checkout. */
const madeByUs = new Set(['node_modules', 'dist', 'var', '.git']);

/**
 * Notes what stands at the top of the file system, where a program of any user may make folders
 * such as `/nonexistent`, and in the checkout. The temporary folder and the home are each test
 * file's own, so that what others write beside a run is not taken for ours.
 * @returns {() => string[]} the paths that have come since
 */
export function watchPlaces(root) {
  const before = new Set(listPlaces(root));
  return () => listPlaces(root).filter((path) => !before.has(path));
}

function listPlaces(root) {
  const top = readdirSync('/').map((name) => `/${name}`);
  return [...top, ...listBelow(root).map((path) => relative(root, path))];
}

function listBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // A person may be editing: files of editors begin with a dot or end with ~.
    if (madeByUs.has(entry.name) || /^\..*\.sw.$|~$|\.tsbuildinfo$/.test(entry.name)) return [];
    return entry.isDirectory() ? [path, ...listBelow(path)] : [path];
  });
}
