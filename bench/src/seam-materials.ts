/** A clip for `seams.bench.ts`: segments end every 6 s, or where a copied rendition's own do. */
export type Material = {
  name: string;
  extension: string;
  /** ffmpeg's arguments, split at spaces */
  args: string;
  /** filters in front of scaling; default none */
  filters?: string;
  /** its own bytes are the top rendition; the one below is measured */
  isCopied?: boolean;
  /** ceiling of the bit rate; default one that is seldom met */
  maxBitrateKbps?: number;
};

const LOSSLESS = '-pix_fmt yuv420p -c:v ffv1';
const SEEKABLE = '-pix_fmt yuv420p -c:v libx264 -preset ultrafast -crf 6 -g 50 -bf 2';

function moving(seconds: number, rate = '25'): string {
  return `-f lavfi -i testsrc2=s=320x180:r=${rate}:d=${seconds}`;
}

function zoom(seconds: number): string {
  return `-f lavfi -t ${seconds} -i mandelbrot=s=320x180:r=25:end_pts=600:maxiter=900`;
}

const NOISE = 'noise=alls=2:allf=t';
// A film's grain takes most of an encoder's bits, and differs in each frame.
const GRAIN = 'noise=alls=14:allf=t+u,gblur=sigma=0.6';

/** Scenes that change 3 frames before the second cut, with the first, and 3 frames after the third. */
const SCENES =
  `${moving(6)} ${zoom(5.88)} ${moving(6.24)} ${zoom(3)} ` +
  `-filter_complex [2:v]hue=h=90,hflip[c];[0:v][1:v][c][3:v]concat=n=4:v=1,${NOISE}`;

export const materials: readonly Material[] = [
  { name: 'motion', extension: 'mkv', args: `${moving(20)} -vf ${NOISE} ${LOSSLESS}` },
  { name: 'zoom', extension: 'mkv', args: `${zoom(20)} ${LOSSLESS}` },
  { name: 'scene cuts at, before and behind', extension: 'mkv', args: `${SCENES} ${LOSSLESS}` },
  { name: 'film grain', extension: 'mkv', args: `${zoom(20)} -vf ${GRAIN} ${LOSSLESS}` },
  {
    name: 'film grain at its ceiling',
    extension: 'mkv',
    args: `${zoom(20)} -vf ${GRAIN} ${LOSSLESS}`,
    maxBitrateKbps: 120,
  },
  {
    name: 'variable rate',
    extension: 'mp4',
    args:
      `${moving(20, '30')} -vf ${NOISE},settb=1/90000,setpts=PTS+900*random(1)+1500*random(2) ` +
      `-fps_mode passthrough -enc_time_base 1:90000 -video_track_timescale 90000 ${SEEKABLE}`,
  },
  {
    name: 'beside a copied rendition',
    extension: 'mp4',
    args:
      `${moving(8)} ${zoom(12)} -filter_complex [0:v][1:v]concat=n=2:v=1,${NOISE} ` +
      '-pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 16 -g 90 -x264-params open-gop=0',
    isCopied: true,
  },
  {
    name: '59.94 frames a second',
    extension: 'mp4',
    args: `${moving(20, '60000/1001')} -vf ${NOISE} ${SEEKABLE}`,
  },
  {
    name: 'interlaced',
    extension: 'mkv',
    args:
      `${moving(20, '50')} -vf ${NOISE},interlace -flags +ildct+ilme -pix_fmt yuv420p ` +
      '-c:v mpeg2video -b:v 12M -g 12',
    filters: 'bwdif=mode=send_frame:parity=auto:deint=interlaced',
  },
];
