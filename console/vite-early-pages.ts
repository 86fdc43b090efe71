import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const PROJECT = '^/[^/]+/projects/(?!create$)([^/]+)';
const VIDEO = `${PROJECT}/videos/([^/]+)`;
const PRESETS = '/api/encoding/v1/presets';
const ALL_PRESETS = `${PRESETS}?limit=100`;
const CHANNELS = '/api/v1/playback-channels?limit=100';
const RULES = '/api/v1/geoblock-rules?limit=100';

/**
 * The pages that people open directly, by their addresses, with what they are made of. A page that
 * isn't here works as well: the browser asks for its code after the code that all pages share has run,
 * and for its data after that.
 */
const PAGES: readonly Page[] = [
  {
    path: '^/[^/]+/projects$',
    calls: ['/api/v1/projects?page=1&sort=lastActivityAt'],
    pages: ['projects/projects'],
  },
  {
    path: '^/[^/]+/projects/create$',
    calls: ['/api/v1/hostings', ALL_PRESETS, RULES],
    pages: ['projects/create-project'],
  },
  { path: '^/[^/]+/all-projects$', calls: ['/api/v1/videos'], pages: ['videos/all-videos'] },
  {
    path: `${PROJECT}$`,
    calls: ['/api/v1/projects/$1', '/api/v1/videos?projectKey=$1'],
    pages: ['projects/project-gate', 'main/project-shell', 'videos/project-videos'],
  },
  {
    path: `${PROJECT}/manage/general$`,
    calls: ['/api/v1/projects/$1'],
    pages: ['projects/project-gate', 'main/project-shell', 'projects/general'],
  },
  {
    path: `${PROJECT}/manage/defaults$`,
    calls: ['/api/v1/projects/$1', ALL_PRESETS, RULES, CHANNELS],
    pages: ['projects/project-gate', 'main/project-shell', 'main/project-defaults'],
  },
  ...Object.entries({
    overview: 'videos/overview',
    information: 'videos/information',
    outputs: 'videos/outputs',
    'geo-blocking': 'main/video-geo-blocking',
    advanced: 'main/video-advanced',
  }).map(([tab, page]) => ({
    path: `${VIDEO}/${tab}$`,
    calls: ['/api/v1/projects/$1', '/api/v1/videos/$2', ...(tab === 'advanced' ? [CHANNELS] : [])],
    pages: ['projects/project-gate', 'main/video', page],
  })),
  {
    path: `${PROJECT}/upload$`,
    calls: [
      '/api/v1/projects/$1',
      '/api/v1/video-tags?projectKey=$1&limit=100',
      ALL_PRESETS,
      '/api/encoding/v1/overlay-presets',
      RULES,
      CHANNELS,
    ],
    pages: ['projects/project-gate', 'uploads/upload'],
  },
  {
    path: '^/[^/]+/me/personal-access-token$',
    calls: ['/api/v1/personal-tokens'],
    pages: ['personal-tokens/personal-tokens'],
  },
  {
    path: '^/[^/]+/me/sessions$',
    calls: ['/api/auth/v1/sessions'],
    pages: ['sessions/sessions'],
  },
  { path: '^/[^/]+/me/profile$', pages: ['accounts/profile'] },
  { path: '^/[^/]+/manage(/|$)', pages: [], module: 'src/manage-routes.tsx' },
  {
    path: '^/[^/]+/manage/jobs$',
    calls: ['', '/completed'].map((kind) => `/api/encoding/v1/jobs${kind}?page=1&limit=20`),
    pages: ['jobs/jobs'],
  },
  { path: '^/[^/]+/manage/presets$', calls: [ALL_PRESETS], pages: ['presets/presets'] },
  {
    path: '^/[^/]+/manage/presets/create$',
    calls: ['resolutions', 'formats', 'codecs', 'audio-tracks', 'languages'].map(
      (kind) => `${PRESETS}/${kind}`,
    ),
    pages: ['presets/create-preset'],
  },
  {
    path: '^/[^/]+/manage/presets/(?!create$|overlays$)([^/]+)$',
    calls: [`${PRESETS}/$1`],
    pages: ['presets/preset'],
  },
  {
    path: '^/[^/]+/manage/presets/overlays$',
    calls: ['/api/encoding/v1/overlay-presets'],
    pages: ['overlay-presets/overlays'],
  },
  {
    path: '^/[^/]+/manage/presets/overlays/create$',
    pages: ['overlay-presets/create-overlay'],
  },
];

/** Every page says these (base/i18n/language.ts). */
const FRAME_WORDS = ['ui', 'nav', 'errors'];

type Page = {
  /** A pattern of the address's path; its first part is the team. */
  path: string;
  /** The API is asked for these where the address has no search; groups of the pattern stand in them. */
  calls?: readonly string[];
  /** Their features and names; `main` has those that are put together of sections. */
  pages: readonly string[];
  module?: string;
};

/** Lists the words that routes load with a page. */
function listWords(page: string): string[] {
  const [feature = '', name = ''] = page.split('/');
  const source = join(import.meta.dirname, 'src');
  const routes =
    feature === 'main'
      ? globSync(`${source}/*routes.tsx`)
      : globSync(`${source}/features/${feature}/routes.tsx`);
  const call = new RegExp(`import\\('[./]+/pages/${name}\\.tsx'\\),\\s*'\\w+',?([^)]*)\\)`);
  const found = routes.flatMap((path) => call.exec(readFileSync(path, 'utf8'))?.[1] ?? []);
  if (found.length === 0) throw new Error(`No route has ${page}`);
  return [...found.join().matchAll(/'([\w.]+)'/g)].map(([, section = '']) => section);
}

type Bundle = Rolldown.OutputBundle;

/**
 * Names in `index.html` the files and calls of those pages, which `boot.js` asks for beside the code
 * that will open them: on a slow line they would come a second later.
 */
export function earlyPages(): Plugin {
  return {
    name: 'kinora-early-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const list = PAGES.map(({ path, calls = [], pages, module }) => {
          const words = new Set([...FRAME_WORDS, ...pages.flatMap(listWords)]);
          const wordsOf = (lang: string) => [...words].map((one) => `i18n/${lang}/${one}.json`);
          const modules = pages.map((page) =>
            page.startsWith('main/')
              ? `src/${page.replace('main', 'pages')}.tsx`
              : `src/features/${page.replace('/', '/pages/')}.tsx`,
          );
          return {
            path,
            calls,
            files: listFiles(bundle, module ? [module] : modules, html),
            th: listFiles(bundle, wordsOf('th'), html),
            en: listFiles(bundle, wordsOf('en'), html),
          };
        });
        return [
          {
            tag: 'meta',
            attrs: { name: 'kinora-pages', content: JSON.stringify(list) },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
    // This script comes before everything, and vite copies it unchanged, so its comments are removed here.
    writeBundle({ dir = 'dist' }) {
      const path = join(dir, 'boot.js');
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^ *\/\/.*\n/gm, ''));
    },
  };
}

/** Lists the scripts of modules and of all that these import, without those of the page. */
function listFiles(bundle: Bundle, modules: readonly string[], html: string): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name) || html.includes(name)) return;
    files.add(name);
    for (const imported of chunk.imports) add(imported);
  };
  for (const module of modules) add(findChunk(bundle, module));
  return [...files].map((file) => file.replace(/^assets\//, ''));
}

function findChunk(bundle: Bundle, module: string): string {
  const isIt = (id: string) => id.endsWith(`/${module}`);
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  // Code that several pages share stands behind a file that is asked for by the page's name.
  const found =
    chunks.find(({ facadeModuleId }) => facadeModuleId !== null && isIt(facadeModuleId)) ??
    chunks.find(({ moduleIds }) => moduleIds.some(isIt));
  if (found === undefined) throw new Error(`No chunk has ${module}`);
  return found.fileName;
}
