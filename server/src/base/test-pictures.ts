import { execFileSync } from 'node:child_process';

/** Noise makes large scans, one colour makes tiny ones. */
type Motif = 'noise' | 'flat';

/** A JPEG with progressive scans, made elsewhere: this process never loads the decoder. */
export function progressive(side: number, motif: Motif = 'noise'): Buffer {
  const shown =
    motif === 'noise'
      ? `noise: { type: 'gaussian', mean: 128, sigma: 60 }`
      : `background: { r: 90, g: 120, b: 150 }`;
  const script = `
    import sharp from 'sharp';
    const create = { width: ${side}, height: ${side}, channels: 3, ${shown} };
    const jpeg = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
    process.stdout.write(jpeg);`;
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { cwd: import.meta.dirname, maxBuffer: 2 ** 26 });
}

/** The same with its last scan once more, `count` times. */
export function bomb(jpeg: Buffer, count: number): Buffer {
  const end = jpeg.lastIndexOf(Buffer.from([0xff, 0xd9]));
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  return Buffer.concat([
    jpeg.subarray(0, end),
    ...Array.from({ length: count }, () => scan),
    jpeg.subarray(end),
  ]);
}
