import { defineConfig } from 'vite';
import { words } from './vite-words.ts';

// `<kinora-player>` for other people's pages: one address that never changes, in addition to the embed page's
// files.
export default defineConfig({
  root: import.meta.dirname,
  base: '/player/',
  plugins: [words()],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    chunkSizeWarningLimit: 600,
    modulePreload: false,
    rolldownOptions: {
      input: { 'kinora-player': 'src/kinora-player.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'assets/component-[name]-[hash].js' },
    },
  },
});
