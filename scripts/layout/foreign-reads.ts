import type { Node } from 'oxc-parser';
import { type Fault, featureFile, isCode, isShipped, type Rule, type Tree } from './source.ts';
import { isCallOf, lineOfNode, nameOf, nodesOf, textOf } from './syntax.ts';
import { FOREIGN_READS, ownerOf, OWNERS } from './tables.ts';

const READING_CALL = /\.(selectFrom|from|using|(inner|left|right|full|cross)Join(Lateral)?)$/;
const READING_SQL = /\b(?:(?<!\bdelete\s+)from|join|using)\s+(?:only\s+)?"?([a-z_]+)\b/gi;

/** docs/architecture.md: rows of others are read by their owner's queries, fragments and views. */
export const foreignReadsShrink: Rule = (tree) => {
  const found = new Map<string, { path: string; line: number }>();
  const features = new Set([...tree.keys()].map((path) => featureFile(path)?.feature));
  for (const path of tree.keys()) {
    const file = featureFile(path);
    if (file?.app !== 'server' || !isCode(path) || !isShipped(path)) continue;
    for (const node of nodesOf(tree, path)) {
      for (const table of tablesReadBy(node)) {
        const [owner = ''] = ownerOf(table).split('/');
        // What is no table is a name within the statement.
        const isTable = table in OWNERS || features.has(owner);
        if (!isTable || owner === file.feature) continue;
        const pair = `${file.feature} ${table}`;
        if (!found.has(pair)) found.set(pair, { path, line: lineOfNode(tree, path, node) });
      }
    }
  }
  const known = new Set(
    Object.entries(FOREIGN_READS).flatMap(([feature, tables]) =>
      tables.map((table) => `${feature} ${table}`),
    ),
  );
  const added = [...found].flatMap(([pair, place]): Fault[] => {
    if (known.has(pair)) return [];
    const [feature = '', table = ''] = pair.split(' ');
    const message = `${feature} reads ${table} of ${ownerOf(table)}: take its query, fragment or view`;
    return [{ ...place, message }];
  });
  return [...added, ...listGone(tree, known, found)];
};

function listGone(tree: Tree, known: Set<string>, found: Map<string, unknown>): Fault[] {
  const path = 'scripts/layout/tables.ts';
  // Small trees of tests read next to nothing.
  if (!tree.has(path)) return [];
  return [...known]
    .filter((pair) => !found.has(pair))
    .map((pair) => ({ path, message: `FOREIGN_READS: ${pair.replace(' ', ' no longer reads ')}` }));
}

/** The tables and views that a call or an SQL text reads. */
function tablesReadBy(node: Node): string[] {
  if (node.type === 'TaggedTemplateExpression') {
    if (!/(^|\.)sql$/.test(nameOf(node.tag))) return [];
    const text = node.quasi.quasis.map(({ value }) => value.cooked).join('?');
    return [...text.matchAll(READING_SQL)].map(([, name = '']) => name.toLowerCase());
  }
  if (node.type !== 'CallExpression' || !isCallOf(node, READING_CALL)) return [];
  const [argument] = node.arguments;
  const named = argument?.type === 'ArrayExpression' ? argument.elements : [argument];
  return named.flatMap((name) => (name && textOf(name)?.split(' ')[0]) ?? []);
}
