import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cover, extractCover } from './cover.ts';
import type { DrawnOverlay } from '../encode/overlay-filter.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const run = promisify(execFile);
const folder = await testFolder();
const tools = await findMediaTools();

async function extractCovers(path: string): Promise<Cover[]> {
  return extractCover(tools, path, await probeSource(tools, path));
}

/** Real size and mean grey of a JPEG, as ffmpeg reads it. */
async function look(cover: Cover | undefined): Promise<{ size: string; grey: number }> {
  assert(cover);
  const path = join(folder, 'look.jpg');
  await writeFile(path, cover.jpeg);
  const entries = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0:s=x'];
  const { stdout: size } = await run('ffprobe', ['-v', 'error', ...entries, path]);
  const filter = ['-vf', 'scale=1:1:flags=area,format=gray', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...filter], {
    encoding: 'buffer',
  });
  return { size: size.trim(), grey: stdout[0] ?? 0 };
}

test('covers are 320, 640 and 1280 wide, and never wider than the source', async () => {
  const clip = await makeClip(folder, 'wide.mp4', `${testVideo('1280x720', '25', 1)} ${X264}`);
  const covers = await extractCovers(clip);
  assert.deepEqual(
    covers.map(({ width, height }) => `${width}x${height}`),
    ['320x180', '640x360', '1280x720'],
  );
  for (const cover of covers)
    assert.equal((await look(cover)).size, `${cover.width}x${cover.height}`);
  const small = await makeClip(folder, 'small.mp4', `${testVideo('200x120', '25', 1)} ${X264}`);
  assert.deepEqual(
    (await extractCovers(small)).map(({ width }) => width),
    [200],
  );
});

test('a black beginning is passed over', async () => {
  const clip = await makeClip(
    folder,
    'black.mp4',
    `-f lavfi -i color=black:s=320x180:r=25:d=3 ${testVideo('320x180', '25', 3)} -filter_complex [0][1]concat=n=2 ${X264} -g 25`,
  );
  const { grey } = await look((await extractCovers(clip))[0]);
  assert(grey > 40, `mean grey ${grey}`);
});

test('a cover shows the slide of its place, though the next is decoded by then', async () => {
  // The light slides are shown from 60 s on, and decoded from 3 s on; the place is at 12 s.
  const shade = 'geq=lum=if(lt(T\\,60)\\,40\\,160)+X/8:cb=128:cr=128';
  const frames = 'select=eq(n\\,0)+between(n\\,1\\,3)+eq(n\\,60)+eq(n\\,99)';
  const order = '-force_key_frames 0,60 -bf 1 -x264-params b-adapt=0:scenecut=0';
  const clip = await makeClip(
    folder,
    'slides.mp4',
    `-f lavfi -i color=black:s=320x180:r=1:d=100 -vf ${shade},${frames} -fps_mode vfr -c:v libx264 ` +
      `-pix_fmt yuv420p -preset veryfast ${order}`,
  );
  const { grey } = await look((await extractCovers(clip))[0]);
  assert(grey < 100, `mean grey ${grey}`);
});

test('a source that is black throughout still has a cover', async () => {
  const clip = await makeClip(
    folder,
    'dark.mp4',
    `-f lavfi -i color=black:s=320x180:r=25:d=2 ${X264}`,
  );
  assert.equal((await extractCovers(clip)).length, 1);
});

test('a turned source has an upright cover', async () => {
  await makeClip(folder, 'lying.mp4', `${testVideo('640x360', '25', 1)} ${X264}`);
  const turn = '-i lying.mp4 -c copy -metadata:s:v rotate=90';
  const clip = await makeClip(folder, 'standing.mp4', turn);
  const [cover] = await extractCovers(clip);
  assert(cover && cover.height > cover.width);
});

test('the picture attached to an audio file is its cover', async () => {
  await makeClip(folder, 'front.jpg', '-f lavfi -i color=gray:s=500x500 -frames:v 1');
  await makeClip(folder, 'plain.mp3', `${tone(1)} -c:a libmp3lame`);
  const tagged = await makeClip(
    folder,
    'tagged.mp3',
    '-i plain.mp3 -i front.jpg -map 0 -map 1 -c copy -disposition:v attached_pic',
  );
  const covers = await extractCovers(tagged);
  assert.deepEqual(
    covers.map(({ width, height }) => [width, height]),
    [[320, 320]],
  );
  assert.equal((await look(covers[0])).size, '320x320');
});

test('an overlay is on the cover in every size, and does not decide which frame it is', async () => {
  const white: DrawnOverlay = {
    png: execFileSync('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=white:s=100x100',
      '-frames:v',
      '1',
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-',
    ]),
    place: {
      imageWidth: 100,
      imageHeight: 100,
      sizePercent: 30,
      opacityPercent: 100,
      position: 'center',
      marginPercent: 0,
    },
  };
  const clip = await makeClip(
    folder,
    'drawn.mp4',
    `-f lavfi -i color=black:s=640x320:r=25:d=3 -f lavfi -i color=gray:s=640x320:r=25:d=3 -filter_complex [0][1]concat=n=2 ${X264} -g 25`,
  );
  const probe = await probeSource(tools, clip);
  const covers = await extractCover(tools, clip, probe, { overlay: white });
  const plain = await extractCover(tools, clip, probe);
  assert.deepEqual(
    covers.map(({ width }) => width),
    [320, 640],
  );
  const mean = (jpeg: Buffer | undefined): number => {
    const args = ['-v', 'error', '-f', 'mjpeg', '-i', '-', '-vf', 'format=gray', '-f', 'rawvideo'];
    const bytes = execFileSync('ffmpeg', [...args, '-'], { input: jpeg ?? '' });
    return bytes.reduce((sum, value) => sum + value, 0) / bytes.length;
  };
  for (const [n, cover] of covers.entries()) {
    const grey = mean(plain[n]?.jpeg);
    // 30 % of the width is 60 % of the height: 18 % of all.
    const expected = grey * 0.82 + 255 * 0.18;
    const seen = mean(cover.jpeg);
    assert(Math.abs(seen - expected) < 5, `${cover.width}: ${seen} of ${expected}`);
  }
});
