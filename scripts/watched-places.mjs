import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Runs of tests and builds may make these in the checkout. */
const MADE_BY_US = new Set(['node_modules', 'dist', 'var', '.git']);

/**
 * Records the paths at the top of the file system, where a program of any user may make folders such
 * as `/nonexistent`, and in the checkout. Each test file has a temporary folder and a home of its own,
 * so that files of other runs don't count.
 *
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
    if (MADE_BY_US.has(entry.name) || /^\..*\.sw.$|~$|\.tsbuildinfo$/.test(entry.name)) return [];
    return entry.isDirectory() ? [path, ...listBelow(path)] : [path];
  });
}
