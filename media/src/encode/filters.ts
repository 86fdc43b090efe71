import type { VideoSource } from '../probe/source-probe.ts';

/**
 * Builds filters that normalise every source: a constant size though the source's may change
 * midway, whole frames, 8-bit 4:2:0 in SDR. `maxSize` bounds the size at which HDR is mapped.
 */
export function buildNormalisingFilters(
  source: Pick<VideoSource, 'codedWidth' | 'codedHeight' | 'rotation' | 'interlaced' | 'transfer'>,
  canToneMap: boolean,
  maxSize: { width: number; height: number },
): string[] {
  // Frames are turned before the first filter, so the coded size is already turned here.
  const isTurned = source.rotation % 180 !== 0;
  const width = isTurned ? source.codedHeight : source.codedWidth;
  const height = isTurned ? source.codedWidth : source.codedHeight;
  return [
    `scale=${width}:${height}`,
    // Only frames that are marked as interlaced are changed; it halves the time base.
    ...(source.interlaced ? ['bwdif=mode=send_frame:parity=auto:deint=interlaced'] : []),
    ...(canToneMap && source.transfer !== 'sdr' ? buildToneMapping(source.transfer, maxSize) : []),
  ];
}

/** Maps PQ or HLG to BT.709. The input is stated, because files leave out primaries or matrix. */
function buildToneMapping(
  transfer: 'pq' | 'hlg',
  size: { width: number; height: number },
): string[] {
  const transferIn = transfer === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    `scale=${size.width}:${size.height}`,
    'format=yuv420p10le',
    `setparams=color_trc=${transferIn}:color_primaries=bt2020:colorspace=bt2020nc:range=tv`,
    'zscale=t=linear:npl=100',
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ];
}

/** Writes a number of seconds in plain digits, as filters need it. */
export function toDecimal(seconds: number): string {
  return seconds.toFixed(9);
}
