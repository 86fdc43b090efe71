import { posix } from 'node:path';
import { findImports } from './imports.ts';
import {
  type Fault,
  featureFile,
  isCode,
  isShipped,
  lineOf,
  type Rule,
  type Tree,
} from './source.ts';

const ROOT_FOLDERS = [
  'console',
  'server',
  'edge',
  'player',
  'contract',
  'media',
  'manifests',
  'playback-rules',
  'sign',
  'storage',
  'egress',
  'postgres',
  'i18n',
  'e2e',
  'bench',
  'deploy',
  'scripts',
  'docs',
  '.ci',
];

/** Folders below server/src and console/src; a dot marks a file. */
const INSIDE: Record<string, readonly string[]> = {
  server: [
    'start',
    'features',
    'base',
    'migrations',
    'releases',
    'app.ts',
    'app-events.ts',
    'app-documents.ts',
    'app-jobs.ts',
    'app-work.ts',
    'app-short-work.ts',
    'app-worker.ts',
    'bootstrap.ts',
    'console.ts',
    'health.ts',
    'openapi.ts',
    'openapi-parts.ts',
  ],
  console: [
    'features',
    'pages',
    'ui',
    'base',
    'main.tsx',
    'routes.tsx',
    'manage-routes.tsx',
    'project-routes.tsx',
    'team-layout.tsx',
    'nav.ts',
    'paths.ts',
    'vite-env.d.ts',
  ],
};

const SERVER_KINDS = [
  'routes',
  'policy',
  'actions',
  'queries',
  'rules',
  'events',
  'jobs',
  'work',
  'parts',
  'adapter',
];
const VOCABULARY = {
  server: new RegExp(`^(${SERVER_KINDS.join('|')})(/[^/]+)?\\.ts$`),
  console:
    /^(routes(\/[^/]+)?\.tsx|(data|rules)(\/[^/]+)?\.ts|(pages|sections|components)\/.+\.(tsx?|css))$/,
};
const ALLOWED = {
  server:
    "routes, policy, actions, queries, rules, events, jobs, work, parts and adapter (.ts, or a folder of that name split by noun) and *.test.ts; a pure decision goes to rules.ts, a read to queries.ts, a write to actions.ts, background work is declared in jobs.ts and done in work.ts, what it says of a change to events.ts, what it adds to another's answer to parts.ts, a wrapped library to adapter.ts",
  console:
    'routes.tsx, data.ts, rules.ts (or folders of those names split by noun), pages/, sections/, components/ and *.test.ts; a call of the API goes to data.ts, a pure decision to rules.ts, a part of a page to components/, what it shows on the page of a project or a video to sections/',
};

const NOWHERE_NAMES = /^(utils?|commons?|shared|helpers?|core|misc)$/;
const MAX_LINES = 400;
/** A family's calls and schemas are read as one list, with more room. */
const MAX_CONTRACT_LINES = 600;
const MAX_FILES = 25;
const MEASURED = /\.(tsx?|mjs|js|css|sql)$/;
/** Longer than the limit for a reason: generated files and data tables. */
const MAY_BE_LONG = new Set(['server/src/base/database-types.ts']);

export const rootFolders: Rule = (tree) =>
  unique([...tree.keys()].filter((path) => path.includes('/')).map(firstOf))
    .filter((folder) => !ROOT_FOLDERS.includes(folder))
    .map((folder) => ({
      path: `${folder}/`,
      message: `no such root folder is planned; a root folder exists only if it ships, or two shipped things import it, or it is a wall worth having (docs/architecture.md). There are ${ROOT_FOLDERS.join(', ')}`,
    }));

export const insideApps: Rule = (tree) =>
  everyPath(tree, (path) => {
    const [app, src, next] = path.split('/');
    const allowed = INSIDE[app ?? ''];
    if (src !== 'src' || !allowed || !next || allowed.includes(next)) return null;
    if (isCode(next) && !isShipped(path)) return null;
    return `${app}/src holds ${allowed.join(', ')} and nothing else`;
  });

export const featureVocabulary: Rule = (tree) =>
  everyPath(tree, (path) => {
    const file = featureFile(path);
    if (!file || !isShipped(path) || VOCABULARY[file.app].test(file.rest)) return null;
    return `a feature folder of the ${file.app} holds ${ALLOWED[file.app]}`;
  });

/** A folder that one reads at a glance. */
export const foldersPerScreen: Rule = (tree) =>
  [...Map.groupBy(tree.keys(), (path) => path.slice(0, path.lastIndexOf('/')))]
    .filter(([folder, files]) => {
      return /^console\/src\/features\/.+\/components/.test(folder) && files.length > MAX_FILES;
    })
    .map(([path, { length }]) => ({
      path,
      message: `${length} files: beyond ${MAX_FILES}, components/ has a folder per screen`,
    }));

export const names: Rule = (tree) =>
  everyPath(tree, (path) => {
    const parts = path.split('/').map((part) => part.replace(/\..*$/, ''));
    const nowhere = parts.find((part) => NOWHERE_NAMES.test(part));
    if (nowhere) {
      return `"${nowhere}" says nothing: what has one user lives with it, what has two gets a real name`;
    }
    const base = posix.basename(path);
    if (isCode(path) && !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/.test(base)) {
      return 'file names are kebab-case, after what the file exports';
    }
    return null;
  });

export const barrels: Rule = (tree) => [
  ...everyPath(tree, (path) =>
    /(^|\/)index\.(tsx?|mts|mjs|js)$/.test(path)
      ? 'no index files: name the file after what it exports'
      : null,
  ),
  ...findImports(tree)
    .filter((found) => found.isReexportOfAll)
    .map(({ from, line, specifier }) => ({
      path: from,
      line,
      message: `no barrels: whoever needs "${specifier}" imports it from there`,
    })),
];

/** Each benchmark names the promise that it measures. */
export const benchesHoldPromises: Rule = (tree) =>
  [...tree].flatMap(([path, text]) => {
    if (!path.endsWith('.bench.ts')) return [];
    const [head = ''] = text.split(/^(?!\/\/)/m, 1);
    if (/\bpromises?\b/i.test(head)) return [];
    return [{ path, line: 1, message: 'the comment at its top says which promise it holds' }];
  });

export const fileSizes: Rule = (tree) =>
  [...tree].flatMap(([path, text]) => {
    if (!MEASURED.test(path) || MAY_BE_LONG.has(path)) return [];
    const lines = text.trimEnd().split('\n').length;
    const max = path.startsWith('contract/') ? MAX_CONTRACT_LINES : MAX_LINES;
    if (lines <= max) return [];
    return [{ path, message: `${lines} lines, at most ${max}: split it by noun` }];
  });

const SUPPRESSION =
  /(?:oxlint|eslint)-disable(?!.* -- \S).*|(?:oxfmt|prettier)-ignore(?!.* -- \S).*/g;

export const explainedSuppressions: Rule = (tree) =>
  [...tree].flatMap(([path, text]) => {
    if (!isCode(path) || !isShipped(path)) return [];
    return [...text.matchAll(SUPPRESSION)].map((match) => ({
      path,
      line: lineOf(text, match.index),
      message: 'say why this rule does not hold here: "… -- the reason"',
    }));
  });

export const migrationNumbers: Rule = (tree) => {
  const files = [...tree.keys()].filter((path) => path.startsWith('server/src/migrations/')).sort();
  return files
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path, at) => {
      const number = String(at + 1).padStart(4, '0');
      if (new RegExp(`/${number}-[a-z0-9-]+\\.sql$`).test(path)) return [];
      return [
        { path, message: `migrations are numbered without gaps: ${number}-what-it-does.sql` },
      ];
    });
};

export const markdownLinks: Rule = (tree) => {
  const folders = new Set([...tree.keys()].flatMap(foldersAbove));
  const isThere = (path: string) => tree.has(path) || folders.has(path.replace(/\/$/, ''));
  return [...tree].flatMap(([path, text]) => {
    if (!path.endsWith('.md')) return [];
    const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    return links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !isThere(posix.join(posix.dirname(path), link)))
      .map((link) => ({ path, message: `links to ${link}, which is not there` }));
  });
};

function everyPath(tree: Tree, judge: (path: string) => string | null): Fault[] {
  return [...tree.keys()].flatMap((path) => {
    const message = judge(path);
    return message ? [{ path, message }] : [];
  });
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

function firstOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
