import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OURS = fileURLToPath(new URL('src/base/jsx-runtime.ts', import.meta.url));

/** Has the console's own JSX make its elements by `base/jsx-runtime.ts`, and libraries by React's. */
export function drawnText(): Plugin {
  return {
    name: 'kinora-drawn-text',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      filter: { id: /^react\/jsx-runtime$/ },
      handler: (_id, importer = '') =>
        /\/console\/src\/(?!base\/jsx-runtime\.ts)/.test(importer) ? OURS : null,
    },
  };
}
