// Decodes one picture for `pictures.ts`, which ends this process when it is late.
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

export type ToPictures = {
  bytes: Uint8Array;
  maxPixels: number;
  /** Written as WebP whose longer side has at most so many pixels; null as PNG of its size. */
  maxSide: number | null;
};
export type FromPictures =
  | { type: 'ready' }
  | { type: 'picture'; picture: { bytes: Uint8Array; width: number; height: number } }
  | { type: 'tooLarge' }
  | { type: 'unreadable' };

// Decoders of other formats are never run, whatever a file says of itself.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    ...['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadNsgifBuffer'],
  ],
});
sharp.concurrency(1);

async function rewrite({ bytes, maxPixels, maxSide }: ToPictures): Promise<FromPictures> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return { type: 'tooLarge' };
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb');
    const written =
      maxSide === null
        ? picture.png({ compressionLevel: 9 })
        : picture
            .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 85 });
    const { data, info } = await written.toBuffer({ resolveWithObject: true });
    return { type: 'picture', picture: { bytes: data, width: info.width, height: info.height } };
  } catch {
    // Whatever libvips says of the file: it is not a picture that can be used.
    return { type: 'unreadable' };
  }
}

function send(message: FromPictures): void {
  process.send?.(message);
}

process.once('disconnect', () => process.exit());
process.once('message', (message: ToPictures) => void rewrite(message).then(send));
// Short of memory, the kernel ends this rather than the server (proc_pid_oom_score_adj(5)).
await writeFile('/proc/self/oom_score_adj', '800').catch(() => undefined);
send({ type: 'ready' });
