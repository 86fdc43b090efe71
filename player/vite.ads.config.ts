import { defineConfig } from 'vite';
import { words } from './vite-words.ts';

// The page in which ads play: one script that shares no file with the player, as pages would have to load a
// shared file separately.
export default defineConfig({
  root: import.meta.dirname,
  base: '/player/',
  plugins: [words()],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    manifest: 'ads-manifest.json',
    modulePreload: false,
    rolldownOptions: {
      input: { 'ads-frame': 'src/ads/frame/frame.ts' },
      output: { entryFileNames: 'assets/[name]-[hash].js' },
    },
  },
});
