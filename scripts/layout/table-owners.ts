import type { Node } from 'oxc-parser';
import { type Fault, featureFile, isCode, isShipped, type Rule, type Tree } from './source.ts';
import { isCallOf, lineOfNode, nameOf, nodesOf, textOf } from './syntax.ts';
import { ownerOf, OWNERS, REVISION_COLUMNS, UNANNOUNCED, VIEWS } from './tables.ts';

/** Generated from the migrations: every table is there. */
const TYPES = 'server/src/base/database-types.ts';
const CHANGING_CALL = /^(change|move)Revision$/;
const WRITING_CALL = /\.(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;
/** `for update` locks and `do update` belongs to an insert. */
const WRITING_SQL =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for|do|key)\s+)update)\s+(?:only\s+)?([\w".]+|\?)/gi;

/** docs/architecture.md: a table has one feature that writes there; others call its actions. */
export const tablesHaveOneWriter: Rule = (tree) => {
  const code = [...tree.keys()].filter((path) => path.startsWith('server/') && isCode(path));
  return code.filter(isShipped).flatMap((path) => {
    const file = featureFile(path);
    const writers = file
      ? [file.feature, `${file.feature}/${file.rest}`]
      : ['base', folderOf(path)];
    return nodesOf(tree, path).flatMap((node) =>
      [...new Set(tablesWrittenBy(node))].flatMap((table): Fault[] => {
        const message = faultOf(writers, table);
        if (message === null) return [];
        const line = lineOfNode(tree, path, node);
        return [{ path, line, message }];
      }),
    );
  });
};

/** `base/long-work` */
const folderOf = (path: string) => path.slice('server/src/'.length, path.lastIndexOf('/'));

function faultOf(writers: readonly string[], table: string): string | null {
  if (table === '?') return 'name the table in the statement, so that it is seen who writes there';
  if (table in VIEWS) return `${table} is a view of ${VIEWS[table]}: call an action of it`;
  const owner = ownerOf(table);
  if (writers.includes(owner)) return null;
  return `only ${owner} writes ${table}: call an action of it`;
}

/** A feature's columns in the row of a revision are changed by no other. */
export const revisionColumnsHaveOneWriter: Rule = (tree) =>
  [...tree.keys()].filter(isShipped).flatMap((path) => {
    const writer = featureFile(path)?.feature;
    if (!isCode(path) || !writer || writer === 'revisions') return [];
    return nodesOf(tree, path).flatMap((node) => {
      if (node.type !== 'CallExpression' || !isCallOf(node, CHANGING_CALL)) return [];
      const foreign = columnsGiven(tree, path, node.arguments.slice(2)).filter(
        (column) => (REVISION_COLUMNS[column] ?? writer) !== writer,
      );
      return foreign.map((column): Fault => {
        const message = `only ${REVISION_COLUMNS[column]} changes a revision's ${column}: call an action of it`;
        return { path, line: lineOfNode(tree, path, node), message };
      });
    });
  });

/** Names in the objects that are given, also by way of a constant of the same file. */
function columnsGiven(tree: Tree, path: string, given: readonly Node[]): string[] {
  const nodes = nodesOf(tree, path);
  const within = (outer: Node) =>
    nodes.filter(({ start, end }) => start >= outer.start && end <= outer.end);
  const names = new Set(given.flatMap(within).flatMap((node) => nameOf(node)));
  const constants = nodes.filter(
    (node) => node.type === 'VariableDeclarator' && names.has(nameOf(node.id)),
  );
  const objects = [...given, ...constants].flatMap(within);
  return [
    ...new Set(objects.flatMap((node) => (node.type === 'Property' ? nameOf(node.key) : []))),
  ];
}

/** Every table has an owner that is there. */
export const everyTableIsOwned: Rule = (tree) => {
  if (!tree.has(TYPES)) return [];
  const columns = new Map(
    nodesOf(tree, TYPES).flatMap((node) =>
      node.type === 'TSTypeAliasDeclaration' && node.id.name === 'Database'
        ? membersOf(node.typeAnnotation)
        : [],
    ),
  );
  const tables = [...columns.keys()];
  const ofRevisions = membersOf(columns.get('revisions')).map(([column]) => column);
  const path = 'scripts/layout/tables.ts';
  const features = new Set([...tree.keys()].map((file) => featureFile(file)?.feature));
  const folders = new Set([...tree.keys()].map(folderOf));
  const isThere = (owner: string) =>
    features.has(owner) || folders.has(owner) || tree.has(`server/src/features/${owner}`);
  return [
    ...tables
      .filter((table) => !(table in VIEWS) && !isThere(ownerOf(table)))
      .map((table) => ({
        path,
        message: `there is no ${ownerOf(table)}, which should own ${table}: call the table as its feature, or list it`,
      })),
    ...[...Object.keys(OWNERS), ...UNANNOUNCED]
      .filter((table) => !tables.includes(table))
      .map((table) => ({ path, message: `there is no table ${table}` })),
    ...Object.entries(VIEWS)
      .filter(([view, owner]) => !tables.includes(view) || !isThere(owner))
      .map(([view]) => ({ path, message: `there is no view ${view}, or not its owner` })),
    ...Object.keys(REVISION_COLUMNS)
      .filter((column) => !ofRevisions.includes(column))
      .map((column) => ({ path, message: `there is no column ${column} of revisions` })),
  ];
};

function membersOf(type: Node | undefined): [name: string, type: Node | undefined][] {
  if (type?.type !== 'TSTypeLiteral') return [];
  return type.members.flatMap((member): [string, Node | undefined][] =>
    member.type === 'TSPropertySignature'
      ? [[nameOf(member.key), member.typeAnnotation?.typeAnnotation]]
      : [],
  );
}

/** The tables that a call or an SQL text writes to; `?` for one that a variable names. */
export function tablesWrittenBy(node: Node): string[] {
  if (node.type === 'TaggedTemplateExpression') {
    return /(^|\.)sql$/.test(nameOf(node.tag)) ? tablesIn(node.quasi) : [];
  }
  if (node.type !== 'CallExpression') return [];
  const [argument] = node.arguments;
  if (isCallOf(node, /(^|\.)(pool|client)\.query$/)) return tablesIn(argument);
  if (!isCallOf(node, WRITING_CALL)) return [];
  const named = argument?.type === 'ArrayExpression' ? argument.elements : [argument];
  // An alias may follow: `revisions as r`.
  return named.map((name) => (name && textOf(name)?.split(' ')[0]) ?? '?');
}

function tablesIn(text: Node | undefined): string[] {
  const sql =
    text?.type === 'TemplateLiteral'
      ? text.quasis.map(({ value }) => value.cooked).join('?')
      : (textOf(text) ?? '');
  return [...sql.matchAll(WRITING_SQL)].map(
    ([, name = '']) => name.replaceAll('"', '').split('.').at(-1) ?? '',
  );
}
