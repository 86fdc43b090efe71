import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const listOfVideos = [data('videos'), 'src/features/videos/rules/video-search.ts'];

/**
 * The pages that people open directly, by their addresses, with what they are made of. A page that
 * isn't here works as well: the browser asks for its code after the code that all pages share has run,
 * and for its data after that.
 */
const PAGES: readonly Page[] = [
  {
    path: '^/[^/]+/projects$',
    modules: [...of('projects', 'projects'), data('projects'), 'src/features/projects/rules.ts'],
    words: ['projects'],
  },
  {
    path: '^/[^/]+/all-projects$',
    calls: ['/api/v1/videos'],
    modules: [...of('videos', 'all-videos'), ...listOfVideos],
    words: ['projects', 'videos', 'videos.list'],
  },
  {
    path: '^/[^/]+/projects/(?!create$)([^/]+)$',
    calls: ['/api/v1/projects/$1', '/api/v1/videos?projectKey=$1'],
    modules: [
      ...of('projects', 'project-gate', 'project-shell'),
      ...of('videos', 'project-videos'),
      ...listOfVideos,
    ],
    words: ['projects', 'videos', 'videos.list'],
  },
  ...['overview', 'information', 'outputs', 'advanced'].map((tab) => ({
    path: `^/[^/]+/projects/([^/]+)/videos/([^/]+)/${tab}$`,
    calls: ['/api/v1/projects/$1', '/api/v1/videos/$2'],
    modules: [...of('projects', 'project-gate'), ...of('videos', 'video', tab), data('videos')],
    words: ['projects', 'videos', 'videos.detail'],
  })),
  {
    path: '^/[^/]+/projects/([^/]+)/upload$',
    calls: ['/api/v1/projects/$1'],
    modules: [...of('projects', 'project-gate'), ...of('uploads', 'upload')],
    words: ['projects', 'uploads'],
  },
  { path: '^/[^/]+/manage(/|$)', modules: ['src/manage-routes.tsx'], words: [] },
  {
    path: '^/[^/]+/manage/presets/(?!create$|overlays$)([^/]+)$',
    calls: ['/api/encoding/v1/presets/$1'],
    modules: [...of('presets', 'preset'), data('presets')],
    words: ['presets', 'presets.form'],
  },
  { path: '^/[^/]+/manage/jobs$', modules: of('jobs', 'jobs'), words: ['jobs'] },
];

/** Every page says these (base/i18n/language.ts). */
const FRAME_WORDS = ['ui', 'nav', 'errors'];

type Page = {
  /** A pattern of the address's path, whose first part is the team. */
  path: string;
  /** The API is asked for these where the address has no search; groups of the pattern stand in them. */
  calls?: readonly string[];
  /** Ends of their paths. */
  modules: readonly string[];
  words: readonly string[];
};

function of(feature: string, ...pages: readonly string[]): string[] {
  return pages.map((page) => `src/features/${feature}/pages/${page}.tsx`);
}

function data(feature: string): string {
  return `src/features/${feature}/data.ts`;
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
        const wordsOf = (lang: string, words: readonly string[]) =>
          [...FRAME_WORDS, ...words].map((section) => `i18n/${lang}/${section}.json`);
        const pages = PAGES.map(({ path, calls = [], modules, words }) => ({
          path,
          calls,
          files: listFiles(bundle, ['src/team-layout.tsx', ...modules], html),
          th: listFiles(bundle, wordsOf('th', words), html),
          en: listFiles(bundle, wordsOf('en', words), html),
        }));
        return [
          {
            tag: 'meta',
            attrs: { name: 'kinora-pages', content: JSON.stringify(pages) },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
    // It comes before everything, and vite copies it as it is.
    writeBundle({ dir = 'dist' }) {
      const path = join(dir, 'boot.js');
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^ *\/\/.*\n/gm, ''));
    },
  };
}

/** Lists the scripts and styles of modules and of all that these import, without those of the page. */
function listFiles(bundle: Bundle, modules: readonly string[], html: string): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name) || html.includes(name)) return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
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
