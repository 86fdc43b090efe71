import { readyPart } from '../base/lazy-part.tsx';

/** Every dialog of the console. */
export const Dialog = readyPart(async () => (await import('./overlay/modal.tsx')).Modal);
