// Decodes one picture for `pictures.ts`, which ends this process when it is late.
import sharp from 'sharp';
import { answerParent } from './child-program.ts';

type ReadPicture = {
  bytes: Uint8Array;
  maxPixels: number;
  /** Writes WebP whose longer side has at most so many pixels; null writes PNG of the same size. */
  maxSide: number | null;
};
type WrittenPicture =
  | { bytes: Uint8Array; width: number; height: number }
  | 'tooLarge'
  | 'unreadable';

// Decoders of other formats are never run, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
sharp.concurrency(1);

async function rewrite({ bytes, maxPixels, maxSide }: ReadPicture): Promise<WrittenPicture> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return 'tooLarge';
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
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    // Whatever the error of libvips, the file is not a usable picture.
    return 'unreadable';
  }
}

export type RewritePicture = typeof rewrite;

await answerParent(rewrite);
