import type { VideoSource } from '../probe/source-probe.ts';

/**
 * Filters that bring every source to plain pictures: constant size though the source's may change
 * midway, whole pictures, 8-bit 4:2:0 in SDR. `most` bounds the size at which HDR is mapped.
 */
export function normalisingFilters(
  source: Pick<VideoSource, 'codedWidth' | 'codedHeight' | 'rotation' | 'interlaced' | 'transfer'>,
  canToneMap: boolean,
  most: { width: number; height: number },
): string[] {
  // Turning happens before the first filter, so the coded size is already turned here.
  const turned = source.rotation % 180 !== 0;
  const width = turned ? source.codedHeight : source.codedWidth;
  const height = turned ? source.codedWidth : source.codedHeight;
  return [
    `scale=${width}:${height}`,
    // Only pictures that are marked as interlaced are changed; it halves the time base.
    ...(source.interlaced ? ['bwdif=mode=send_frame:parity=auto:deint=interlaced'] : []),
    ...(canToneMap && source.transfer !== 'sdr' ? toneMapping(source.transfer, most) : []),
  ];
}

/** PQ or HLG to BT.709. The input is stated, because files leave out primaries or matrix. */
function toneMapping(transfer: 'pq' | 'hlg', size: { width: number; height: number }): string[] {
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

/** A number of seconds in plain digits, as filters want it. */
export function decimal(seconds: number): string {
  return seconds.toFixed(9);
}
