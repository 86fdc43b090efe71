import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createTestUpload } from '../test-upload.ts';
import { changeDraftFile, clearDraft, draftStore, stageFiles } from './draft.ts';
import type { PickedFile } from './pick-files.ts';
import { setUploads } from './store.ts';

beforeEach(() => {
  clearDraft();
  setUploads([]);
});

const target = 'studio/market';
const pick = (file: File, path = file.name): PickedFile => ({ file, path, handle: null });
const clip = (name: string, lastModified = 1) =>
  new File(['x'], name, { type: 'video/mp4', lastModified });
const titles = () => draftStore.get().files.map(({ title }) => title);

test('a file that is chosen twice, in one go or two, is in the draft once and listed as left out', async () => {
  await stageFiles(target, [pick(clip('ก.mp4')), pick(clip('ข.mp4')), pick(clip('ก.mp4'))]);
  await stageFiles(target, [pick(clip('ข.mp4')), pick(clip('ข.mp4', 2)), pick(clip('.x.mp4'))]);
  assert.deepEqual(titles(), ['ก', 'ข', 'ข']);
  assert.deepEqual(draftStore.get().skipped, [
    { path: 'ก.mp4', reason: 'repeated' },
    { path: 'ข.mp4', reason: 'repeated' },
    { path: '.x.mp4', reason: 'hidden' },
  ]);
});

test('choices that overlap in time are added one after another', async () => {
  const many = Array.from({ length: 2000 }, (_, at) => pick(clip(`${at}.mp4`)));
  await Promise.all([stageFiles(target, many), stageFiles(target, [pick(clip('5.mp4'))])]);
  assert.equal(draftStore.get().files.length, 2000);
  assert.deepEqual(draftStore.get().skipped, [{ path: '5.mp4', reason: 'repeated' }]);
});

test('a file that the queue of this project has is known again, one that failed is not', async () => {
  const known = { fileName: 'ก.mp4', sizeBytes: 1, lastModified: 1, teamName: 'studio' };
  setUploads([
    createTestUpload('failed', { ...known, projectKey: 'market', state: 'failed' }),
    createTestUpload('elsewhere', { ...known, projectKey: 'other' }),
    createTestUpload('here', { ...known, projectKey: 'market', state: 'interrupted' }),
    createTestUpload('later', { ...known, projectKey: 'market', state: 'queued' }),
  ]);
  await stageFiles(target, [pick(clip('ก.mp4')), pick(clip('ข.mp4'))]);
  const twins = draftStore.get().files.map(({ twin }) => twin);
  assert.deepEqual(twins, [{ key: 'here', state: 'interrupted' }, null]);
});

test('each of many files is looked at a few times, however many there are', async () => {
  let reads = 0;
  class CountedFile extends File {
    override get lastModified(): number {
      reads += 1;
      return super.lastModified;
    }
  }
  const counted = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => pick(new CountedFile(['x'], `${from + at}.mp4`)));
  await stageFiles(target, counted(0, 1500));
  await stageFiles(target, counted(1500, 1500));
  assert.equal(draftStore.get().files.length, 3000);
  assert.ok(reads <= 3 * 3000, `${reads} reads`);
});

test('many files are shown at once, while the page could draw in between', async () => {
  let [notified, turns, isDone] = [0, 0, false];
  const stop = draftStore.subscribe(() => (notified += 1));
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  // Long titles with marks are the slowest to cut.
  const name = 'กำ'.repeat(2000);
  await stageFiles(
    target,
    Array.from({ length: 300 }, (_, at) => pick(clip(`${at}${name}.mp4`))),
  );
  isDone = true;
  stop();
  assert.equal(notified, 1);
  assert.ok(turns > 1, 'it was all done in one task');
});

test('a title that is typed while other files are being added stays', async () => {
  await stageFiles(target, [pick(clip('ก.mp4'))]);
  const [first] = draftStore.get().files;
  const more = stageFiles(target, [pick(clip('ข.mp4'))]);
  changeDraftFile(first?.id ?? 0, { title: 'ตลาด' });
  await more;
  assert.deepEqual(titles(), ['ตลาด', 'ข']);
});
