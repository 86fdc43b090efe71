import { createStore } from './store.ts';

/**
 * Somebody wants to upload where no project is open. The frame answers with the choice of one, so
 * that any page may ask without knowing of uploads.
 */
export const uploadWish = createStore(false);
