import type { Node } from 'oxc-parser';
import { type Fault, featureFile, isCode, isShipped, type Rule, type Tree } from './source.ts';
import { faultsWhere, isCallOf, lineOfNode, nameOf, nodesOf, textOf } from './syntax.ts';
import { tablesWrittenBy } from './table-owners.ts';
import { SAID_BY_CALLERS, SILENT, UNANNOUNCED } from './tables.ts';

type Action = {
  name: string;
  line: number;
  isExported: boolean;
  /** Tables that it writes itself and whose changes are announced. */
  writes: string[];
  says: boolean;
  /** Names that it calls. */
  calls: Set<string>;
};

const isUnsaid = (name: string) => SAID_BY_CALLERS.has(name) || SILENT.has(name);

/** Each write is announced, as everything that follows from a change is made from its event. */
export const writesAreAnnounced: Rule = (tree) =>
  [...tree.keys()]
    .filter((path) => isCode(path) && isShipped(path) && featureFile(path)?.kind === 'actions')
    .flatMap((path) => {
      const actions = new Map(listActions(tree, path).map((action) => [action.name, action]));
      return [...actions.values()].flatMap((action): Fault[] => {
        if (!action.isExported || isUnsaid(action.name)) return [];
        const used = closureOf(action, actions);
        const [table] = used.flatMap(({ writes }) => writes);
        if (table === undefined || used.some(({ says }) => says)) return [];
        const message = `${action.name} writes ${table} and announces nothing: say what happened (base/events.ts)`;
        return [{ path, line: action.line, message }];
      });
    });

/** A change of a thing is announced field by field. */
export const changesAreTold: Rule = (tree) =>
  faultsWhere(
    tree,
    (path) => featureFile(path)?.kind === 'events',
    (node) =>
      isCallOf(node, /^defineEvent$/) &&
      node.type === 'CallExpression' &&
      node.arguments.some((kind) => isNamedAsChange(kind)),
    'a change says what it changed: defineChange() of base/events.ts',
  );

function isNamedAsChange(kind: Node): boolean {
  if (kind.type !== 'ObjectExpression') return false;
  return kind.properties.some(
    (property) =>
      property.type === 'Property' &&
      /\.(changed|moved|updated)$/.test(textOf(property.value) ?? ''),
  );
}

/** Requests write through one function, which demands the caller's proof and says who acts. */
export const requestsWriteInOnePlace: Rule = (tree) => {
  const files = [...tree.keys()].flatMap((path) => {
    const file = featureFile(path);
    return file?.app === 'server' && isCode(path) && isShipped(path) ? [{ path, ...file }] : [];
  });
  const answering = new Set(
    files.filter(({ kind }) => kind === 'routes').map((one) => one.feature),
  );
  return files
    .filter(({ kind, feature }) => ['routes', 'actions'].includes(kind) && answering.has(feature))
    .flatMap(({ path }) =>
      nodesOf(tree, path)
        .filter((node) => isCallOf(node, /\.transaction$/))
        .map((node) => ({
          path,
          line: lineOfNode(tree, path, node),
          message: 'a request writes through write() of base/write.ts',
        })),
    );
};

/** An action with all of its file that it calls. */
function closureOf(action: Action, all: ReadonlyMap<string, Action>): Action[] {
  const found = new Set([action]);
  for (const one of found) {
    for (const name of one.calls) {
      const called = all.get(name);
      if (called) found.add(called);
    }
  }
  return [...found];
}

function listActions(tree: Tree, path: string): Action[] {
  const nodes = nodesOf(tree, path);
  const [program] = nodes;
  if (program?.type !== 'Program') return [];
  return program.body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declared = isExported ? statement.declaration : statement;
    return namesOf(declared).map((name): Action => {
      const inside = nodes.filter(
        ({ start, end }) => start >= statement.start && end <= statement.end,
      );
      const called = inside.flatMap((node) =>
        node.type === 'CallExpression' ? nameOf(node.callee) : [],
      );
      return {
        name,
        isExported,
        line: lineOfNode(tree, path, statement),
        writes: inside.flatMap(tablesWrittenBy).filter((table) => !UNANNOUNCED.has(table)),
        // Also an `announceChange` of its feature.
        says: called.some((name) => name.startsWith('announce')),
        calls: new Set(called),
      };
    });
  });
}

function namesOf(node: Node | null): string[] {
  if (node?.type === 'FunctionDeclaration') return node.id ? [node.id.name] : [];
  if (node?.type !== 'VariableDeclaration') return [];
  return node.declarations.map(({ id }) => nameOf(id));
}
