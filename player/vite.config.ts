import { defineConfig } from 'vite';
import { kinoraPlayer } from './vite-plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/player/',
  plugins: [kinoraPlayer()],
  build: {
    target: 'es2022',
    manifest: 'manifest.json',
    // The page has one script; a preload polyfill would be a second one.
    modulePreload: false,
    rolldownOptions: { input: 'src/embed.ts' },
  },
});
