import { defineConfig } from 'vite';
import { words } from './vite-words.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/player/',
  plugins: [words()],
  build: {
    target: 'es2022',
    // Engines come when they are needed.
    chunkSizeWarningLimit: 600,
    manifest: 'manifest.json',
    // The page has one script; a preload polyfill would be a second one.
    modulePreload: false,
    rolldownOptions: { input: ['src/embed.ts', 'src/watch.ts'] },
  },
});
