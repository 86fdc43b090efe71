import { readyPart } from '../base/lazy-part.tsx';

export const Popover = readyPart(async () => (await import('./overlay/popover.tsx')).Popover);
