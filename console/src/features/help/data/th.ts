import type { Guide } from '../rules/guide.ts';

/** The Thai guides, by file. */
export const guides = import.meta.glob<Guide>('../../../../../docs/help/th/*.md', {
  eager: true,
  import: 'default',
});
