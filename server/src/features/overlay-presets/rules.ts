import { createHash } from 'node:crypto';

/** The picture's place in storage: another one never lies at the place of an earlier one. */
export function createImageKey(id: string, png: Uint8Array): string {
  const hash = createHash('sha256').update(png).digest('hex').slice(0, 32);
  return `overlays/${id}/${hash}.png`;
}

/** `overlays/{id}/{hash}.png` → `{hash}` */
export function getImageVersion(imageKey: string): string {
  return imageKey.slice(imageKey.lastIndexOf('/') + 1, -'.png'.length);
}
