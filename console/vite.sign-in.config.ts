import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { drawnText } from './vite-drawn-text.ts';
import { firstPaint } from './vite-first-paint.ts';
import { words } from './vite-words.ts';

/** `index.html` with another entry, written beside it. */
function signInPage(): Plugin {
  return {
    name: 'kinora-sign-in-page',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/src/main.tsx', '/src/sign-in.tsx'),
    },
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('vite wrote no index.html');
      delete bundle['index.html'];
      this.emitFile({ type: 'asset', fileName: 'sign-in.html', source: page.source });
    },
  };
}

// The pages that people see before they are signed in, from the same sources and without React's
// weight. Whoever is let in loads the console, which vite.config.ts builds.
export default defineConfig({
  plugins: [react(), drawnText(), words({ isWritten: false }), firstPaint(), signInPage()],
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' },
    ],
    dedupe: ['preact'],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
