import {
  type HostileClass,
  AAC,
  BOTH,
  type Recipe,
  X264,
  made,
  sine,
  video,
} from './test-workshop.ts';

const FAST = '-c:v libx264 -preset ultrafast';
const HEVC = '-c:v libx265 -preset ultrafast -x265-params log-level=error';
const EITHER = {};
const ONE_PIXEL = '-f lavfi -i color=red:s=2x2:r=25:d=1,format=rgb24,scale=1:1';

/** Name, container, then all arguments. */
type Line = readonly [string, string, string];

const SIZES: readonly Line[] = [
  ['63x35', 'mp4', `${video('63x35', '25', 1)} ${FAST} -pix_fmt yuv444p`],
  ['63x35 mjpeg', 'avi', `${video('63x35', '25', 1)} -c:v mjpeg -pix_fmt yuvj420p`],
  ['63x35 ffv1', 'mkv', `${video('63x35', '25', 1)} -c:v ffv1 -pix_fmt yuv420p`],
  ['2x2', 'mp4', `${video('2x2', '25', 1)} ${FAST} -pix_fmt yuv420p`],
  ['2x2 raw', 'avi', `${video('2x2', '25', 1)} -c:v rawvideo -pix_fmt bgr24`],
  ['1x1', 'mkv', `${ONE_PIXEL} -c:v ffv1 -pix_fmt gray`],
  ['1x1 raw', 'mov', `${ONE_PIXEL} -c:v rawvideo -pix_fmt rgb24`],
  ['8192x16', 'mp4', `${video('8192x16', '10', 0.5)} ${FAST} -pix_fmt yuv420p`],
  ['16x8192', 'mp4', `${video('16x8192', '10', 0.5)} ${FAST} -pix_fmt yuv420p`],
  ['16384x16', 'mkv', `${video('16384x16', '10', 0.3)} -c:v mjpeg -pix_fmt yuvj420p`],
  ['16386x16', 'mkv', `${video('16386x16', '10', 0.3)} -c:v mjpeg -pix_fmt yuvj420p`],
  ['4098x2', 'mkv', `${video('4098x2', '10', 0.3)} -c:v ffv1 -pix_fmt yuv420p`],
  ['8192x8192 mjpeg', 'mkv', '-f lavfi -i color=s=8192x8192:r=1:d=1 -c:v mjpeg -pix_fmt yuvj420p'],
  ['8192x8192 h264', 'mp4', `-f lavfi -i color=s=8192x8192:r=1:d=1 ${FAST} -pix_fmt yuv420p`],
  ['9000x8192', 'mkv', '-f lavfi -i color=s=9000x8192:r=1:d=1 -c:v mjpeg -pix_fmt yuvj420p'],
  ['16000x16000 png', 'mov', '-f lavfi -i color=s=16000x16000:r=1:d=1 -c:v png -pix_fmt gray'],
];

const SHAPES: readonly Line[] = [
  ['sar 2:1', 'mp4', `${BOTH} -vf setsar=2 ${X264} ${AAC}`],
  ['sar 64:45', 'mp4', `${BOTH} -vf setsar=64/45 ${X264} ${AAC}`],
  ['sar 1:20', 'mkv', `${BOTH} -vf setsar=1/20 ${X264} ${AAC}`],
  ['sar 20:1', 'mkv', `${BOTH} -vf setsar=20 ${X264} ${AAC}`],
  ['sar 10:1 of a strip', 'mkv', `${video('8192x16', '10', 0.3)} -vf setsar=10 ${FAST}`],
  ['sar 65535:1', 'avi', `${BOTH} -c:v mpeg4 -vf setsar=255 -c:a mp2`],
  ...[90, 180, 270, 45, -90, 720].map((turn): Line => [
    `turned by ${turn}`,
    'mp4',
    `${BOTH} ${X264} ${AAC} -metadata:s:v rotate=${turn}`,
  ]),
  [
    'turned and odd',
    'mov',
    `${video('64x36', '25', 1)} -c:v mjpeg -pix_fmt yuvj444p -metadata:s:v rotate=90`,
  ],
  [
    'interlaced tff',
    'mp4',
    `${BOTH} -s 160x96 ${X264} -flags +ilme+ildct -x264-params tff=1 ${AAC}`,
  ],
  [
    'interlaced bff',
    'mp4',
    `${BOTH} -s 160x96 ${X264} -flags +ilme+ildct -x264-params bff=1 ${AAC}`,
  ],
  ['interlaced mpeg2', 'ts', `${BOTH} -c:v mpeg2video -flags +ilme+ildct -top 1 -c:a mp2`],
  ['interlaced mpeg2 bff', 'mpg', `${BOTH} -c:v mpeg2video -flags +ilme+ildct -top 0 -c:a mp2`],
  ['interlaced prores', 'mov', `${BOTH} -c:v prores_ks -flags +ildct -top 1 -an`],
];

const PQ = '-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc';
const HLG = '-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc';

const FORMATS: readonly Line[] = [
  ['hdr pq', 'mp4', `${BOTH} ${HEVC} -pix_fmt yuv420p10le ${PQ} ${AAC}`],
  ['hdr hlg', 'mp4', `${BOTH} ${HEVC} -pix_fmt yuv420p10le ${HLG} ${AAC}`],
  ['hdr pq of 8 bits', 'mp4', `${BOTH} ${X264} ${PQ} ${AAC}`],
  ['hdr hlg prores', 'mov', `${BOTH} -c:v prores_ks ${HLG} -an`],
  ['hdr pq 4:4:4', 'mkv', `${BOTH} ${HEVC} -pix_fmt yuv444p10le ${PQ} -an`],
  ['hdr pq, gray', 'mkv', `${BOTH} ${HEVC} -pix_fmt gray10le ${PQ} -an`],
  [
    'odd colours',
    'mp4',
    `${BOTH} ${X264} -color_primaries film -color_trc log316 -colorspace fcc -an`,
  ],
  ['ycgco', 'mp4', `${BOTH} ${X264} -colorspace ycgco -an`],
  ['rgb tagged yuv', 'mkv', `${BOTH} -c:v libx264rgb -preset ultrafast -pix_fmt rgb24 -an`],
  ['4:4:4', 'mp4', `${BOTH} ${FAST} -pix_fmt yuv444p ${AAC}`],
  ['4:2:2 10 bit', 'mp4', `${BOTH} ${FAST} -pix_fmt yuv422p10le ${AAC}`],
  ['4:4:4 10 bit hevc', 'mp4', `${BOTH} ${HEVC} -pix_fmt yuv444p10le ${AAC}`],
  ['12 bit hevc', 'mp4', `${BOTH} ${HEVC} -pix_fmt yuv420p12le ${AAC}`],
  ['full range', 'mp4', `${BOTH} ${FAST} -pix_fmt yuvj420p ${AAC}`],
  ['gray', 'mp4', `${BOTH} ${FAST} -pix_fmt gray ${AAC}`],
  ['gray of 16 bits', 'mkv', `${BOTH} -c:v ffv1 -pix_fmt gray16le -an`],
  ['gray of 1 bit', 'mov', `${BOTH} -c:v qtrle -pix_fmt monow -an`],
  ['palette', 'avi', `${BOTH} -c:v rawvideo -pix_fmt pal8 -an`],
  ['alpha prores', 'mov', `${BOTH} -c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le -an`],
  ['alpha qtrle', 'mov', `${BOTH} -c:v qtrle -pix_fmt argb -an`],
  [
    'alpha vp9',
    'webm',
    `${BOTH} -c:v libvpx-vp9 -cpu-used 8 -deadline realtime -pix_fmt yuva420p -an`,
  ],
  ['alpha png', 'mov', `${BOTH} -c:v png -pix_fmt rgba -an`],
  ['alpha ffv1', 'mkv', `${BOTH} -c:v ffv1 -pix_fmt yuva420p -an`],
  ['rgb48', 'mkv', `${BOTH} -c:v ffv1 -pix_fmt gbrp16le -an`],
  ['4:1:0', 'mkv', `${BOTH} -c:v ffv1 -pix_fmt yuv410p -an`],
  ['4:1:1', 'mov', `${BOTH} -s 160x96 -c:v mjpeg -pix_fmt yuvj420p -an`],
];

const RATES: readonly Line[] = [
  ['a tenth of a frame a second', 'mp4', `${video('160x90', '1/10', 30)} ${X264}`],
  ['a frame in 100 s', 'mkv', `${video('160x90', '1/100', 200)} ${X264}`],
  ['1000 frames a second', 'mkv', `${video('160x90', '1000', 0.5)} ${X264}`],
  ['1000 frames a second', 'mp4', `${video('160x90', '1000', 0.5)} ${X264}`],
  ['90000 frames a second stated', 'mp4', `${video('160x90', '90000', 0.002)} ${X264}`],
  ['240 frames a second', 'mov', `${video('160x90', '240', 1)} ${X264}`],
  ['30000/1001', 'mov', `${video('160x90', '30000/1001', 1)} ${X264}`],
  ['65521/65519', 'avi', `${video('160x90', '65521/65519', 3)} -c:v mpeg4`],
  ['one frame', 'mp4', `${video('160x90', '25', 1)} -frames:v 1 ${X264}`],
  ['one frame', 'mkv', `${video('160x90', '25', 1)} -frames:v 1 ${X264}`],
  ['one frame', 'ts', `${video('160x90', '25', 1)} -frames:v 1 ${X264}`],
  ['one frame', 'avi', `${video('160x90', '25', 1)} -frames:v 1 -c:v mpeg4`],
  ['one frame and long audio', 'mp4', `${video('160x90', '25', 0.04)} ${sine(8)} ${X264} ${AAC}`],
  [
    'one frame and pieces of audio',
    'mp4',
    `${video('160x90', '25', 0.04)} ${sine(40)} ${X264} ${AAC}`,
  ],
  ['two frames', 'mov', `${video('160x90', '25', 1)} -frames:v 2 -c:v mjpeg -pix_fmt yuvj420p`],
];

const VARIABLE = '-fps_mode passthrough -enc_time_base 1:90000';

function warped(expression: string): string {
  return `${video('160x90', '25', 1.2)} ${sine(1.2)} -vf "settb=1/90000,setpts=${expression}" ${VARIABLE} ${X264} ${AAC}`;
}

const TIMES: readonly Line[] = [
  ['wavering', 'mp4', warped('PTS+mod(N*7919\\,1700)')],
  ['wavering', 'mkv', warped('PTS+mod(N*7919\\,1700)')],
  ['wavering', 'ts', warped('PTS+mod(N*7919\\,1700)')],
  ['ever slower', 'mp4', warped('N*N*900')],
  ['a gap of 20 s', 'mp4', warped('PTS+gte(N\\,12)*1800000')],
  ['a gap of 20 s', 'ts', warped('PTS+gte(N\\,12)*1800000')],
  ['a gap of 3 h', 'mp4', warped('PTS+gte(N\\,12)*972000000')],
  ['a gap of 3 h', 'mkv', warped('PTS+gte(N\\,12)*972000000')],
  ['a gap of 23 h', 'mov', warped('PTS+gte(N\\,12)*(23*3600*90000)')],
  ['a gap of 30 h', 'mkv', warped('PTS+gte(N\\,12)*(30*3600*90000)')],
  ['negative times', 'mp4', `${BOTH} ${X264} ${AAC} -output_ts_offset -0.5`],
  ['negative times', 'mkv', `${BOTH} ${X264} ${AAC} -output_ts_offset -0.5 -avoid_negative_ts 0`],
  ['late times', 'mp4', `${BOTH} ${X264} ${AAC} -output_ts_offset 7200`],
  ['late times', 'mkv', `${BOTH} ${X264} ${AAC} -output_ts_offset 90000`],
  ['late times', 'ts', `${BOTH} ${X264} ${AAC} -output_ts_offset 95440`],
  ['late times', 'avi', `${BOTH} -c:v mpeg4 -c:a mp2 -output_ts_offset 30`],
  ['late times', 'flv', `${BOTH} ${X264} ${AAC} -output_ts_offset 2000000`],
  [
    'audio late by 5 s',
    'mp4',
    `${video('160x90', '25', 6)} -itsoffset 5 ${sine(1)} ${X264} ${AAC}`,
  ],
  [
    'audio early by 3 s',
    'mkv',
    `-itsoffset 3 ${video('160x90', '25', 2)} ${sine(5)} ${X264} ${AAC}`,
  ],
  [
    'audio after the frames',
    'mp4',
    `${video('160x90', '25', 1)} -itsoffset 9 ${sine(1)} ${X264} ${AAC}`,
  ],
  ['long gops', 'mp4', `${video('160x90', '25', 9)} -c:v libx264 -preset ultrafast -g 9999`],
  ['one gop of reordered frames', 'mp4', `${video('160x90', '25', 9)} -c:v libx264 -bf 8 -g 9999`],
  ['intra only', 'mp4', `${video('160x90', '25', 8)} -c:v libx264 -preset ultrafast -g 1`],
  ['a day of one frame', 'mkv', `${video('64x64', '1/7000', 84000)} -c:v mjpeg -pix_fmt yuvj420p`],
  ['a day of one frame', 'mp4', `${video('64x64', '1/7000', 84000)} ${X264}`],
  ['a day of silent frames', 'mp4', `-f lavfi -i color=s=64x64:r=1:d=86000 ${X264} -g 600`],
  ['days of one frame', 'mkv', `${video('64x64', '1/40000', 120000)} -c:v mjpeg -pix_fmt yuvj420p`],
  ['no frames', 'mp4', `${BOTH} ${X264} ${AAC} -frames:v 0 -frames:a 0`],
  ['no frames', 'mkv', `${BOTH} ${X264} ${AAC} -frames:v 0 -frames:a 0`],
  ['no frames', 'avi', `${BOTH} -c:v mpeg4 -frames:v 0 -an`],
];

// The engine may end in an error on these; where it does not, its output must play.
const UNCERTAIN =
  /^(?:1638|9000|16000|1x1|days|a day|no frames|90000|a gap of (?:3|23|30) h|65521|late times|ever)/;

function lines(about: HostileClass, list: readonly Line[], boundSeconds?: number): Recipe[] {
  const bound = boundSeconds === undefined ? {} : { boundSeconds };
  return list.map(([name, extension, args]) =>
    made(about, `${name}, ${extension}`, extension, args, {
      ...bound,
      ...(UNCERTAIN.test(name) ? EITHER : { must: 'play' as const }),
    }),
  );
}

export const videoRecipes: readonly Recipe[] = [
  ...lines('video', SIZES, 120),
  ...lines('video', SHAPES),
  ...lines('video', FORMATS),
];

export const times: readonly Recipe[] = [...lines('times', RATES), ...lines('times', TIMES, 300)];
