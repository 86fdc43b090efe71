import { findImports, type Import } from './imports.ts';
import { type Fault, featureFile, isShipped, type Rule, type Tree } from './source.ts';

/** docs/architecture.md, "Who may import whom". Imports that are not listed are forbidden. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  console: ['contract', 'i18n', 'player'],
  player: ['contract', 'i18n'],
  // The edge is started there, in a process of its own, and imported by nothing else.
  server: [
    'contract',
    'i18n',
    'media',
    'manifests',
    'playback-rules',
    'storage',
    'egress',
    'postgres',
    'edge',
    'sign',
  ],
  edge: ['contract', 'i18n', 'player', 'manifests', 'playback-rules', 'storage', 'egress'],
  media: ['contract'],
  manifests: ['contract'],
  'playback-rules': ['contract', 'sign'],
  // This package is published and runs at customers, so it imports nothing of ours.
  sign: [],
  storage: ['contract'],
  egress: [],
  postgres: ['contract'],
  contract: [],
  i18n: [],
  // For the name server of tests.
  e2e: ['contract', 'i18n', 'egress'],
};
const BESIDE_THE_PRODUCT = new Set(['bench', 'scripts']);
const TYPES_ONLY = new Set(['media', 'manifests', 'playback-rules', 'storage', 'postgres']);

const LAYERS: Record<string, Record<string, readonly string[]>> = {
  server: {
    start: ['start', 'app', 'features', 'base'],
    app: ['app', 'features', 'base'],
    features: ['features', 'base'],
    base: ['base', 'migrations'],
  },
  console: {
    main: ['main', 'features', 'ui', 'base', 'paths'],
    features: ['features', 'ui', 'base', 'paths'],
    ui: ['ui', 'base', 'paths'],
    base: ['base', 'paths'],
    paths: ['base'],
  },
};

/** Each kind of file in a feature may import these, in its own feature and in others. */
const KINDS: Record<string, readonly string[]> = {
  routes: ['policy', 'actions', 'queries', 'rules', 'parts', 'adapter'],
  policy: ['policy', 'rules'],
  // An action enqueues a job by its definition, and announces an event.
  actions: ['actions', 'queries', 'policy', 'rules', 'parts', 'adapter', 'jobs', 'events'],
  queries: ['queries', 'policy', 'rules', 'parts'],
  rules: ['rules', 'policy'],
  events: ['events', 'actions', 'jobs', 'rules'],
  jobs: ['jobs', 'rules'],
  work: ['work', 'jobs', 'actions', 'queries', 'policy', 'rules', 'adapter'],
  // A part reads and saves; jobs and events follow from the feature that takes it in.
  parts: ['parts', 'queries', 'actions', 'policy', 'rules'],
  adapter: ['adapter', 'rules'],
};
const OPEN_TO_OTHERS: Record<string, readonly string[]> = {
  server: ['queries', 'actions', 'policy', 'rules', 'events', 'parts'],
  console: ['data', 'rules', 'components'],
};

export const rootDirections: Rule = (tree) =>
  findImports(tree).flatMap((found) => {
    const from = firstOf(found.from);
    const to = firstOf(found.target ?? '');
    const allowed = MAY_IMPORT[from];
    if (!found.target || from === to || !allowed || BESIDE_THE_PRODUCT.has(from)) return [];
    if (found.specifier.startsWith('.')) {
      return fault(found, `import from another root folder by its name: @kinora/${to}/…`);
    }
    if (!allowed.includes(to)) {
      const those = allowed.length > 0 ? allowed.join(', ') : 'no other folder';
      return fault(found, `${from} may import ${those}, not ${to}`);
    }
    if (TYPES_ONLY.has(from) && to === 'contract' && !found.isTypeOnly && isShipped(found.from)) {
      return fault(found, `${from} takes only types from ${to}: "import type"`);
    }
    return [];
  });

export const layerDirections: Rule = (tree) =>
  shippedImports(tree).flatMap((found) => {
    const app = firstOf(found.from);
    const layers = LAYERS[app];
    if (!found.target || !layers || firstOf(found.target) !== app) return [];
    const from = layerOf(found.from);
    const to = layerOf(found.target);
    const allowed = from ? layers[from] : undefined;
    if (!from || !to || !allowed || allowed.includes(to)) return [];
    return fault(found, `${app}/src/${from} may import ${allowed.join(', ')}, not ${to}`);
  });

/** Only a worker encodes, and edge and PostgreSQL are processes of their own: an API runs without. */
export const onlyWhereTheyRun: Rule = (tree) =>
  shippedImports(tree).flatMap((found) => {
    const folder = firstOf(found.target ?? '');
    const isWalled = ['media', 'edge', 'postgres'].includes(folder);
    if (firstOf(found.from) !== 'server' || !isWalled || found.isTypeOnly) return [];
    if (found.from.startsWith('server/src/start/')) return [];
    if (folder !== 'media') return fault(found, `${folder} is started in server/src/start/ only`);
    if (featureFile(found.from)?.kind === 'work') return [];
    return fault(found, 'media is imported by work.ts and start/ only');
  });

/** A fake that reaches the product is a fault that no test sees. */
export const noTestsInProduct: Rule = (tree) =>
  shippedImports(tree).flatMap((found) =>
    found.target && !isShipped(found.target) && !found.target.startsWith('docs/')
      ? fault(found, 'the product imports nothing that is there for tests')
      : [],
  );

export const featureDirections: Rule = (tree) =>
  shippedImports(tree).flatMap((found) => {
    const from = featureFile(found.from);
    const to = featureFile(found.target ?? '');
    if (!from || !to || from.app !== to.app) return [];
    const open = OPEN_TO_OTHERS[from.app] ?? [];
    if (from.feature !== to.feature && !open.includes(to.kind)) {
      return fault(
        found,
        `${to.feature}/${to.kind} is closed to other features; they may import its ${open.join(', ')}`,
      );
    }
    const allowed = from.app === 'server' ? KINDS[from.kind] : undefined;
    if (!allowed || allowed.includes(to.kind) || found.isTypeOnly) return [];
    return fault(found, `${from.kind} may import ${allowed.join(', ')}, not ${to.kind}`);
  });

function shippedImports(tree: Tree): Import[] {
  return findImports(tree).filter((found) => isShipped(found.from));
}

function layerOf(path: string): string | undefined {
  const [app, src, next] = path.split('/');
  if (src !== 'src' || !next) return undefined;
  if (app === 'server' && next.endsWith('.ts')) return 'app';
  if (
    app === 'console' &&
    /^(main|routes|manage-routes|project-routes|team-layout|nav)\.tsx?$/.test(next)
  )
    return 'main';
  // Pages that are put together of sections of several features.
  if (app === 'console' && next === 'pages') return 'main';
  return next.replace(/\..*$/, '');
}

function fault(found: Import, message: string): Fault[] {
  return [{ path: found.from, line: found.line, message: `"${found.specifier}": ${message}` }];
}

function firstOf(path: string): string {
  return path.split('/')[0] ?? '';
}
