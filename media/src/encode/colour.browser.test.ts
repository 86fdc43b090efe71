import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkConforming } from '../copy/conforming.ts';
import { writeVideoInit } from '../copy/copy-init.ts';
import { copyVideoSegments } from '../copy/copy-segments.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { readMp4Index } from '../mp4/mp4-index.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { findMediaTools } from '../cage/tools.ts';
import { encodePieces, testFolder, toWholePiece } from '../test-clips.ts';
import {
  COLUMNS,
  type Rgb,
  drawColumns,
  getDifference,
  makeColumns,
  readColumns,
  readTags,
} from '../test-colours.ts';
import { rung } from '../test-ladder.ts';
import { noBrowser, openPage, serve } from '../test-player.ts';

const folder = await testFolder();
const tools = await findMediaTools();

const HD = { width: 1280, height: 720 };
const SD = { width: 640, height: 360 };
const SD_625 = { width: 720, height: 576 };
const SD_525 = { width: 720, height: 480 };

const as = (matrix: string, range = 'tv'): string =>
  `-vf scale=out_color_matrix=${matrix}:out_range=${range}`;
const unstated = (matrix: string, range = 'tv'): string =>
  `${as(matrix, range)},format=yuv420p,setparams=colorspace=unknown:color_primaries=unknown:color_trc=unknown:range=unknown`;
const X264 = '-c:v libx264 -preset ultrafast -crf 12 -g 25 -pix_fmt yuv420p';

const SD_TAGS = ['smpte170m', 'smpte170m', 'smpte170m', 'tv'];
const BT470_TAGS = ['bt470bg', 'smpte170m', 'smpte170m', 'tv'];
const HD_TAGS = ['bt709', 'bt709', 'bt709', 'tv'];
const full = (tags: string[]): string[] => [...tags.slice(0, 3), 'pc'];

/**
 * Each case gives the source's colours and those stated by each rendition, first by the copy if there is one.
 */
const CASES: [name: string, size: typeof HD, args: string, tags: string[], copied?: string[]][] = [
  ['rgb.mkv', HD, '-c:v libx264rgb -preset ultrafast -g 25', HD_TAGS],
  ['rgb.mov', HD, '-c:v qtrle', HD_TAGS],
  ['rgb.avi', SD, '-c:v rawvideo -pix_fmt bgr24', HD_TAGS],
  ['rgb-ffv1.mkv', SD, '-c:v ffv1 -pix_fmt gbrp', HD_TAGS],
  ['sd.mp4', SD, `${unstated('bt601')} ${X264}`, SD_TAGS, SD_TAGS],
  ['sd-long-gop.mp4', SD_525, `${unstated('bt601')} ${X264} -bf 0 -refs 1`, SD_TAGS, SD_TAGS],
  ['pal.mpg', SD_625, `${as('bt601')} -c:v mpeg2video -q:v 2`, SD_TAGS],
  ['sd.wmv', SD_525, `${as('bt601')} -c:v wmv2 -q:v 2`, SD_TAGS],
  ['dv.avi', SD_625, `${as('bt601')} -pix_fmt yuv420p -c:v dvvideo`, SD_TAGS],
  // Parameter sets within the media would undo what a copy's init segment states.
  ['in-band.mp4', SD, `${unstated('bt601')} ${X264} -bsf:v dump_extra`, SD_TAGS],
  ['hd.mp4', HD, `${unstated('bt709')} ${X264}`, HD_TAGS, HD_TAGS],
  ['vp8.webm', SD, `${as('bt601')} -c:v libvpx -b:v 2M -deadline realtime`, SD_TAGS],
  [
    'mjpeg.avi',
    HD,
    `-vf scale=out_color_matrix=bt601:out_range=pc -c:v mjpeg -pix_fmt yuvj422p -q:v 2`,
    BT470_TAGS,
  ],
  ['matrix-alone.mp4', HD, `${unstated('bt601')} ${X264} -colorspace smpte170m`, SD_TAGS, SD_TAGS],
  [
    'full-range.mp4',
    HD,
    `${as('bt601', 'pc')},format=yuvj420p ${X264.replace('yuv420p', 'yuvj420p')} -colorspace bt470bg -color_range pc`,
    BT470_TAGS,
    full(BT470_TAGS),
  ],
  [
    'full-range-alone.mp4',
    HD,
    `${as('bt709', 'pc')},format=yuvj420p ${X264.replace('yuv420p', 'yuvj420p')} -color_range pc`,
    HD_TAGS,
    full(HD_TAGS),
  ],
];

type Made = { id: string; path: string; codec: string };

/** Makes the renditions of a source, the copy of its own video first where it conforms. */
async function makeRenditions(clip: string): Promise<Made[]> {
  await using source = await openByteSource(clip);
  const index = await readMp4Index(source);
  const probe = await probeSource(tools, clip);
  const copy = index ? (await checkConforming(source, index, probe)).copy : null;
  const quality = { mode: 'constantQuality', cq: 12 } as const;
  const video = [rung(1080, { quality }), rung(180, { quality })];
  const ladder = { video, audio: [], audioVariants: [] };
  const plan = planStream(probe, ladder, { copy });
  const written = await encodePieces(tools, plan, [toWholePiece(plan)], clip);
  const made: Made[] = [];
  for (const rendition of plan.video?.renditions ?? []) {
    const path = join(folder, `${rendition.id}.mp4`);
    if (rendition.source === 'encode') {
      const { init, segments } = written.get(rendition.id) ?? assert.fail();
      await writeFile(path, Buffer.concat([init, ...segments]));
    } else {
      assert(index);
      const segments: Buffer[] = [writeVideoInit(index, rendition.copy)];
      const range = { first: 1, last: rendition.copy.borders.length };
      await copyVideoSegments(source, index, rendition.copy, range, async ({ bytes }) => {
        segments.push(bytes);
      });
      await writeFile(path, Buffer.concat(segments));
    }
    made.push({ id: rendition.id, path, codec: rendition.codec });
  }
  return made;
}

const BROWSER_CASES = new Set([
  'rgb.mkv',
  'hd.mp4',
  'sd.mp4',
  'vp8.webm',
  'mjpeg.avi',
  'full-range.mp4',
  'pal.mpg',
]);

for (const [name, size, args, tags, copied] of CASES)
  test(`all renditions of ${name} show its colours, and state all that it takes`, async () => {
    const made = await makeRenditions(await makeColumns(folder, name, size, args));
    assert.equal(made.length, 2);
    for (const [n, { id, path }] of made.entries()) {
      assert.deepEqual(await readTags(path), n === 0 && copied ? copied : tags, id);
      const seen = await readColumns(path);
      assert(getDifference(seen, COLUMNS) <= 6, `${id}: ${JSON.stringify(seen)}`);
    }
    if (noBrowser || !BROWSER_CASES.has(name)) return;
    const files = await Promise.all(
      made.map(
        async ({ id, path }) =>
          [`/${id}.mp4`, { type: 'video/mp4', body: await readFile(path) }] as const,
      ),
    );
    const page = await openPage(await serve(new Map(files)));
    for (const { id, codec } of made) {
      const seen = await drawColumns(page, `${id}.mp4`, `video/mp4; codecs="${codec}"`);
      // Its own arithmetic for BT.709 is off by up to 8.
      assert(getDifference(seen, COLUMNS) <= 9, `${id} in Chromium: ${JSON.stringify(seen)}`);
    }
    await page.close();
  });

const HALF_CLEAR = `-vf "format=rgba,geq=r=r(X\\,Y):g=g(X\\,Y):b=b(X\\,Y):a=if(lt(X\\,W/2)\\,0\\,255)`;
const BLACK: Rgb = [0, 0, 0];
const ON_BLACK = COLUMNS.map((colour, n) => (n < 3 ? BLACK : colour));

for (const [name, args] of [
  ['clear.mov', `${HALF_CLEAR}" -c:v qtrle -pix_fmt argb`],
  [
    'clear-prores.mov',
    `${HALF_CLEAR},scale=out_color_matrix=bt601" -c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le`,
  ],
  [
    'clear.webm',
    `${HALF_CLEAR},scale=out_color_matrix=bt601" -c:v libvpx-vp9 -cpu-used 8 -deadline realtime -b:v 3M -pix_fmt yuva420p`,
  ],
] as const)
  test(`the transparent parts of ${name} are black`, async () => {
    for (const { id, path } of await makeRenditions(await makeColumns(folder, name, SD, args))) {
      const seen = await readColumns(path);
      assert(getDifference(seen, ON_BLACK) <= 8, `${id}: ${JSON.stringify(seen)}`);
    }
  });

test(
  'HDR in full range comes out as the same in limited range',
  { skip: !tools.canToneMap },
  async () => {
    const seen: Rgb[][] = [];
    for (const range of ['pc', 'tv']) {
      const hdr = `-c:v libx265 -preset ultrafast -x265-params log-level=error:range=${range === 'pc' ? 'full' : 'limited'}`;
      const tags = `-color_range ${range} -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc`;
      const args = `-vf scale=out_color_matrix=bt2020:out_range=${range} -pix_fmt yuv420p10le ${hdr} ${tags}`;
      const [made] = await makeRenditions(await makeColumns(folder, `${range}.mov`, SD, args));
      assert(made);
      assert.deepEqual(await readTags(made.path), HD_TAGS);
      seen.push(await readColumns(made.path));
    }
    assert(getDifference(seen[0] ?? [], seen[1] ?? []) <= 4, JSON.stringify(seen));
  },
);
