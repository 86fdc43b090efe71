import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { claims } from '../hostile/test-claims.ts';
import { openWorkshop } from '../hostile/test-workshop.ts';
import { findFalseClaim } from './mp4-claims.ts';
import { toMemoryReason, toProbeError } from '../probe/probe-run.ts';
import { X264, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';

const folder = await testFolder();

function toByteSource(bytes: Buffer) {
  const read = async (start: number, end: number): Promise<Buffer> => bytes.subarray(start, end);
  return { sizeBytes: bytes.length, read };
}

const AV = `${testVideo('96x64', '25', 1)} ${tone(1)}`;
const HONEST: Record<string, string> = {
  'plain.mp4': `${AV} ${X264} -bf 2 -c:a aac`,
  'raw.mov': `${AV} -c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16le`,
  'packed.mov': `${AV} -c:v mjpeg -pix_fmt yuvj420p -c:a adpcm_ima_qt`,
  'uncompressed.mov': `${AV} -c:v rawvideo -pix_fmt uyvy422 -c:a pcm_u8`,
  'fragments.mp4': `${AV} ${X264} -c:a aac -movflags +frag_keyframe+empty_moov`,
  'raw-fragments.mov': `${tone(1)} -c:a pcm_s16le -movflags +frag_keyframe+empty_moov`,
  'quiet.m4a': '-f lavfi -i anullsrc=r=8000:cl=mono -t 60 -c:a aac -b:a 8k',
};

test('statements of honest files are accepted', async () => {
  for (const [name, args] of Object.entries(HONEST)) {
    const clip = await readFile(await makeClip(folder, name, args));
    assert.equal(await findFalseClaim(toByteSource(clip)), null, name);
  }
});

test('tables and runs that state more than the file can contain are found without a program', async () => {
  await using workshop = await openWorkshop();
  const lies = claims.filter(({ must }) => must === 'be refused');
  assert(lies.length > 20);
  for (const { name, make } of lies) {
    const lie = await findFalseClaim(toByteSource(await make(workshop)));
    assert.match(lie?.claim ?? 'nothing', /states more than there is/, name);
    assert.equal(lie?.isCutOff, false);
  }
});

test('an index that is cut off before its tables end is reported as cut off', async () => {
  const clip = await readFile(
    await makeClip(folder, 'first.mp4', `${AV} ${X264} -c:a aac -movflags +faststart`),
  );
  const stsz = clip.indexOf('stsz');
  clip.writeUInt32BE(clip.length, stsz + 12);
  const lie = await findFalseClaim(toByteSource(clip.subarray(0, stsz + 40)));
  assert.equal(lie?.isCutOff, true);
});

/** A source on a machine that gives each process so much memory. */
function reading(sizeBytes: number, eachBytes = 4 * 2 ** 30) {
  return { tools: { memory: { eachBytes, largestBytes: eachBytes } }, sizeBytes };
}

test('a small file that is short of memory is to blame, a large one is not', () => {
  assert.equal(toMemoryReason(reading(1_000_000)), 'damaged');
  assert.equal(toMemoryReason(reading(4e9)), 'out_of_memory');
  const onSmallMachine = reading(1_000_000, 2 ** 30);
  assert.equal(
    toMemoryReason(onSmallMachine),
    'out_of_memory',
    'nor is what needs a larger machine',
  );
  const exit = { code: 1, signal: null, stderr: 'source: Cannot allocate memory' };
  assert.equal(toProbeError(reading(1_000_000), exit).type, 'file');
  assert.equal(toProbeError(reading(4e9), exit).type, 'general');
});

test('a program that could not start proves nothing against a file', () => {
  const words = [
    '',
    'bwrap: Creating new namespace failed: Cannot allocate memory\n',
    'prlimit: failed to execute /usr/bin/bwrap: Resource temporarily unavailable',
    '[AVIOContext @ 0x55] x\nsource: Too many open files',
  ];
  for (const stderr of words)
    assert.equal(
      toProbeError(reading(1000), { code: 1, signal: null, stderr }).reason,
      'tool_failed',
    );
  const silent = { code: 0, signal: null, stderr: '' };
  assert.equal(toProbeError(reading(1000), silent).type, 'file', 'but one that found nothing does');
  const stderr = 'source: Invalid data found when processing input';
  assert.equal(toProbeError(reading(1000), { code: 1, signal: null, stderr }).reason, 'damaged');
});
