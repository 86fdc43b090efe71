import type { Plugin } from 'vite';

const STYLE_SHEETS = /\s*<link rel="stylesheet" crossorigin[^>]*>/g;

/**
 * Lets the frame in `index.html` be painted before the console's style sheet has come: from the end
 * of the body it holds back the scripts, and not what stands above it.
 */
export function firstPaint(): Plugin {
  return {
    name: 'kinora-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replace(STYLE_SHEETS, '')
          .replace(/\s*<\/body>/, `${(html.match(STYLE_SHEETS) ?? []).join('')}\n  </body>`),
    },
  };
}
