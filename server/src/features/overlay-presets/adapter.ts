import { mostOverlayImagePixels } from '@kinora/contract/overlay-presets';
import { isPngOrJpeg } from './rules.ts';

/** Loaded with the first picture: an API that sees none does without its 20 MB. */
async function openSharp() {
  const { default: sharp } = await import('sharp');
  // Decoders of other formats are never run, whatever a file says of itself.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
  sharp.cache(false);
  return sharp;
}

export type OverlayImage = { png: Buffer; width: number; height: number };

/**
 * The picture of a PNG or JPEG file written anew as PNG, turned as the file says, without anything
 * else that the file carries. Null when it can't be decoded whole; `tooLarge` above 4 megapixels,
 * of which nothing is decoded.
 */
export async function rewriteImage(bytes: Uint8Array): Promise<OverlayImage | 'tooLarge' | null> {
  if (!isPngOrJpeg(bytes)) return null;
  const sharp = await openSharp();
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostOverlayImagePixels) return 'tooLarge';
    const { data, info } = await sharp(bytes, {
      limitInputPixels: mostOverlayImagePixels,
      failOn: 'error',
    })
      .autoOrient()
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  } catch {
    // Whatever libvips says of the file: it is not a picture that can be used.
    return null;
  }
}
