import type { Guide } from '../rules/guide.ts';

/** The English guides, by file. */
export const guides = import.meta.glob<Guide>('../../../../../docs/help/en/*.md', {
  eager: true,
  import: 'default',
});
