import { createHash } from 'node:crypto';

/** Where the picture is kept: another one never lies at the place of an earlier one. */
export function overlayImageKey(id: string, png: Uint8Array): string {
  const hash = createHash('sha256').update(png).digest('hex').slice(0, 32);
  return `overlays/${id}/${hash}.png`;
}

/** `overlays/{id}/{hash}.png` → `{hash}` */
export function imageVersion(imageKey: string): string {
  return imageKey.slice(imageKey.lastIndexOf('/') + 1, -'.png'.length);
}

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff];

/** By its first bytes: the type that a client names is not believed. */
export function isPngOrJpeg(bytes: Uint8Array): boolean {
  const begins = (signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  return begins(png) || begins(jpeg);
}
