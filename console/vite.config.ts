import { kinoraPlayer } from '@kinora/player/vite-plugin';
import react from '@vitejs/plugin-react';
import { visualizer } from 'rollup-plugin-visualizer';
import { defineConfig } from 'vite';
import { words } from './vite-words.ts';

// What every page needs and what changes with dependencies only, so that a release of ours leaves
// it in people's caches.
const framework =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core))\//;

// Parts of the frame, and parts that several pages share: one file instead of thirty. What one page
// alone uses stays with it.
const shell = /console\/src\/(base|ui)\/|node_modules\/(@mantine|@floating-ui|@tabler|use-intl)\//;

// Lists to choose from, which the frame and most pages do without; only tags need the second part.
const choices = /node_modules\/@mantine\/core\/.*\/(Combobox|Select)\//;
const tags = /node_modules\/@mantine\/core\/.*\/(TagsInput|PillsInput|Pill)\//;
// What forms are made of; the first page has none.
const forms = /console\/src\/ui\/form\//;
const isShell = (id: string) =>
  shell.test(id) && !choices.test(id) && !tags.test(id) && !forms.test(id);

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    words(),
    kinoraPlayer(),
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
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: framework, priority: 3 },
            { name: 'shell', test: isShell, minShareCount: 2, priority: 2 },
            { name: 'choices', test: choices, minShareCount: 2, priority: 1 },
            { name: 'tags', test: tags, minShareCount: 2 },
            { name: 'forms', test: forms, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
}));
