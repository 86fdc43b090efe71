import { posix } from 'node:path';
import { isCode, lineOf, type Tree } from './source.ts';
import { moduleOf } from './syntax.ts';

export type Import = {
  from: string;
  line: number;
  specifier: string;
  /** Path from the root when it is a file of the repository, null for a package from npm. */
  target: string | null;
  isTypeOnly: boolean;
  /** `import()`, which fetches the file when it is called. */
  isDynamic: boolean;
  isReexportOfAll: boolean;
  /** The import takes these names: `default`, and `*` for all. */
  names: readonly string[];
};

type Entry = { importName: { kind: string; name: string | null } };

// Nearly every rule needs the same imports of the same tree.
const known = new WeakMap<Tree, readonly Import[]>();

/** Every import of every code file, static and dynamic, types included. */
export function findImports(tree: Tree): readonly Import[] {
  const found =
    known.get(tree) ??
    [...tree].flatMap(([path, text]) => (isCode(path) ? importsOf(tree, path, text) : []));
  known.set(tree, found);
  return found;
}

/** Lists the imports that files need to run, and theirs in turn; the nearest come first. */
export function importsBelow(tree: Tree, starts: readonly string[]): Import[] {
  const imports = Map.groupBy(
    findImports(tree).filter((found) => !found.isTypeOnly),
    ({ from }) => from,
  );
  const files = new Set(starts);
  const below: Import[] = [];
  // A set gives what is added to it while it is walked.
  for (const file of files) {
    for (const found of imports.get(file) ?? []) {
      below.push(found);
      if (found.target !== null) files.add(found.target);
    }
  }
  return below;
}

function importsOf(tree: Tree, path: string, text: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = moduleOf(tree, path);
  const imported = new Set(staticImports.map(({ start }) => start));
  const statics = staticImports.map(({ start, moduleRequest, entries }) => ({
    start,
    specifier: moduleRequest.value,
    entries,
  }));
  // The parser lists an import that is exported again as an export from there too.
  const reexports = staticExports.flatMap(({ start, entries }) => {
    const specifier = entries[0]?.moduleRequest?.value;
    return specifier === undefined || imported.has(start) ? [] : { start, specifier, entries };
  });
  const dynamics = dynamicImports.flatMap(({ start, moduleRequest }) => {
    const written = text.slice(moduleRequest.start, moduleRequest.end);
    const specifier = /^(['"`])([^$]*)\1$/.exec(written)?.[2];
    return specifier === undefined ? [] : { start, specifier, entries: null };
  });
  return [...statics, ...reexports, ...dynamics]
    .sort((a, b) => a.start - b.start)
    .map(({ start, specifier, entries }) => {
      const names = entries?.map(nameIn) ?? ['*'];
      return {
        from: path,
        line: lineOf(text, start),
        specifier,
        names,
        target: resolve(path, specifier),
        isTypeOnly: entries !== null && entries.length > 0 && entries.every(({ isType }) => isType),
        isDynamic: entries === null,
        isReexportOfAll: entries !== null && !imported.has(start) && names.includes('*'),
      };
    });
}

function nameIn({ importName }: Entry): string {
  return importName.name ?? (importName.kind === 'Default' ? 'default' : '*');
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const [, folder, rest] = /^@kinora\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (!folder || !rest) return null;
  if (folder !== 'i18n') return `${folder}/src/${rest}.ts`;
  return rest.includes('/') ? `i18n/${rest}.json` : `i18n/${rest}.ts`;
}
