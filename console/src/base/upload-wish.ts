import { createStore } from './store.ts';

/**
 * Set to start an upload where no project is open. The frame answers with a choice of projects, so that pages
 * need not know about uploads.
 */
export const uploadWish = createStore(false);
