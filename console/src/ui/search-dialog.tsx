import { readyPart } from '../base/lazy-part.tsx';

/** A dialog to search in: its first part is the field. */
export const SearchDialog = readyPart(
  async () => (await import('./overlay/search-modal.tsx')).SearchModal,
);
