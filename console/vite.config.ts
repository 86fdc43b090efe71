import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { visualizer } from 'rollup-plugin-visualizer';
import { defineConfig } from 'vite';
import { drawnText } from './vite-drawn-text.ts';
import { earlyPages } from './vite-early-pages.ts';
import { firstPaint } from './vite-first-paint.ts';
import { guides } from './vite-guides.ts';
import { mantineStyles } from './vite-mantine-styles.ts';
import { words } from './vite-words.ts';

// Holds what every page needs and what changes with dependencies only, so that a release of ours leaves
// it in people's caches.
const framework =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(history|react-query|query-core))\/|rolldown\/runtime/;

// Holds what else every page needs. The entry stays a file of its own: by its name a tab knows its build.
// Words are files by themselves, which a build begins with as well.
const shell = (id: string) => !/\/(index\.html|src\/main\.tsx|i18n\/\w+\/[\w.]+\.json)$/.test(id);

// The rest comes with the pages that use it: what many have in one file, since each file is a request,
// and what is large in one each. A group takes what its files import as well, unless one above it has.
const frequent =
  /console\/src\/(base\/(?!i18n\/romanise)|nav|team-layout|ui\/(?!overlay|form\/|project\/|data-table|list-page|thing-pages|delete-thing|uses-list|user-links|secrets|pager|page-numbers|row-link|name-cell|choice-cards|step-list|no-match|scroll-lock|frame\/me-head)|features\/projects\/(data|rules\.ts|components\/(remembered|project-gate))|features\/uploads\/(data\/presence|components\/dock\/upload-panel))|node_modules\/@tabler\//;
// Lists have these, forms don't.
const tables =
  /console\/src\/ui\/(data-table|list-page|delete-thing|uses-list|user-links|pager|page-numbers|row-link|name-cell|no-match)/;
// The pages of videos share these with each other and with what floats over them.
const videos =
  /console\/src\/features\/videos\/(data\.|rules\/(codec|day|date|links|row|state|steps|timeline)|(sections\/video-frame|components\/(list\/state|share\/share-part|selection\/move-part|processing\/(use-|output|processing\.)|video|use-|filter\/use-era|delete)))/;
const list =
  /console\/src\/features\/videos\/(rules\/(video-search|selection|sort)|components\/list\/(?!state-cell|cover-preview))/;
const uploads =
  /console\/src\/features\/uploads\/(rules\/queue|data\/(tabs|store|queries))|contract\/src\/uploads/;
// Inputs of other kinds share these with each other and with what floats.
const inputs =
  /@mantine\/(core\/esm\/(core\/(?!utils\/(create-(scoped|event)|find-|close-on|get-(context|single|ref|default)))|components\/(VisuallyHidden|ScrollArea\/utils\/to-int|Combobox\/(ComboboxChevron|Combobox\.module)))|hooks\/esm\/(utils\/shallow|use-(merged-ref|uncontrolled|color-scheme|mounted|shallow|timeout|mutation)))/;
const drafts =
  /console\/src\/features\/uploads\/(rules\/(files|rate)|data\/(draft|slices|pick)|components\/(use-uploads|pick))/;
const presets =
  /console\/src\/features\/presets\/(data|rules\/(models|summary|access)|components\/preset-words)/;
const checks = /node_modules\/@mantine\/core\/.*\/(Checkbox|Switch|InlineInput)\//;
const floating = /node_modules\/(@floating-ui|@mantine\/core\/.*\/(Floating|Popover))\//;
const overlay = /console\/src\/ui\/(overlay\/|scroll-lock)/;
// Holds what forms are made of; the first page has none.
const forms = /console\/src\/ui\/(thing-pages|secrets|form\/(?!tags-))/;
const tags = /console\/src\/(ui\/form\/tags-|features\/projects\/components\/tags-field)/;

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Says what the build is made of, as `scripts/build.mjs` counts it; a build by hand is like no other. */
const build = process.env['KINORA_BUILD'] ?? randomUUID().slice(0, 8);

/**
 * All code of ours lies in a folder that is named after the build, under names that stay. Each file
 * names those that it imports, and the shell names all: one change renamed nearly every file anyway,
 * and a hash in each name is what can't be compressed. Libraries keep names of their own, by which a
 * release of ours leaves them in people's caches.
 */
function nameScript({ moduleIds }: { moduleIds: readonly string[] }): string {
  const isLibrary = (id: string) => /node_modules|rolldown\/runtime/.test(id);
  const isOurs = moduleIds.length === 0 || !moduleIds.every(isLibrary);
  return isOurs ? `assets/${build}/[name].js` : 'assets/[name]-[hash].js';
}

export default defineConfig(({ mode }) => ({
  define: { KINORA_VERSION: JSON.stringify(version) },
  plugins: [
    react(),
    drawnText(),
    words({ isWritten: true }),
    guides(),
    mantineStyles(),
    firstPaint(),
    earlyPages(),
    mode === 'analyze' && visualizer({ filename: 'dist/stats.html', gzipSize: true }),
  ],
  resolve: {
    // The formatter without the parser; vite-words.ts has parsed the messages.
    alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy allows no data: addresses in fonts and styles.
    assetsInlineLimit: 0,
    // All pages' styles are 20 KB more than one page's, compressed, and each file is a request: pages had
    // five to ten of them, which cost more than these bytes.
    cssCodeSplit: false,
    // The player's engines come when they are needed.
    chunkSizeWarningLimit: 600,
    modulePreload: {
      polyfill: false,
      // Only a page is waited for. A part that comes later finds the rest of its code by itself, so
      // that the chunk that asks for it need not name that.
      // The shell's own imports are there by then.
      resolveDependencies: (_url, names, { hostId, hostType }) =>
        names.filter(
          (name) =>
            hostType === 'html' ||
            (hostId.includes('/shell.') && !/\/(framework|rolldown-runtime)-/.test(name)),
        ),
    },
    rolldownOptions: {
      output: {
        entryFileNames: nameScript,
        chunkFileNames: nameScript,
        assetFileNames: ({ names }) =>
          names.some((one) => one.endsWith('.css'))
            ? `assets/${build}/[name][extname]`
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'framework', test: framework, priority: 8 },
            { name: 'shell', test: shell, tags: ['$initial'], priority: 7 },
            { name: 'frequent', test: frequent, minShareCount: 2, priority: 6 },
            { name: 'tables', test: tables, minShareCount: 2, priority: 6 },
            { name: 'inputs', test: inputs, priority: 5 },
            { name: 'dialog', test: /console\/src\/ui\/dialog\.module/, priority: 5 },
            { name: 'uploads', test: uploads, minShareCount: 2, priority: 5 },
            { name: 'videos', test: videos, minShareCount: 2, priority: 4 },
            { name: 'list', test: list, minShareCount: 2, priority: 3 },
            { name: 'drafts', test: drafts, minShareCount: 2, priority: 3 },
            { name: 'presets', test: presets, minShareCount: 2, priority: 3 },
            { name: 'checks', test: checks, priority: 4 },
            { name: 'floating', test: floating, priority: 3 },
            { name: 'forms', test: forms, minShareCount: 2, priority: 2 },
            { name: 'tags', test: tags, minShareCount: 2, priority: 2 },
            { name: 'overlay', test: overlay, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
}));
