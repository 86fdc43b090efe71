import type { Plugin } from 'vite';

/**
 * Lets the frame in `index.html` be painted before the console's style sheet has come: it is fetched
 * at once, and `base/style-sheet.ts` has it count.
 */
export function firstPaint(): Plugin {
  return {
    name: 'kinora-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          '<link rel="stylesheet" crossorigin',
          '<link rel="preload" as="style" crossorigin',
        ),
    },
  };
}
