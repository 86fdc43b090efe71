import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMediaTools } from '../cage/tools.ts';
import { makeClip, testFolder, tone } from '../test-clips.ts';
import { probeSource } from './probe.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const args = `${tone(1)} -c:a libopus -metadata:s:a:0 language=eng`;
const clip = await makeClip(folder, 'stated.webm', args);

async function readLanguage(path: string): Promise<string | null | undefined> {
  return (await probeSource(tools, path)).audio[0]?.language;
}

test('a language that a WebM states is kept', async () => {
  assert.equal(await readLanguage(clip), 'eng');
});

test('a recording that states no language is not labelled English', async () => {
  const bytes = await readFile(clip);
  const at = bytes.indexOf(Buffer.from('22b59c83656e67', 'hex'));
  assert(at > 0);
  // An element of nothing, of the same length.
  Buffer.from('ec850000000000', 'hex').copy(bytes, at);
  const path = join(folder, 'unstated.webm');
  await writeFile(path, bytes);
  assert.equal(await readLanguage(path), null);
  // mkvmerge leaves out what the standard takes for granted.
  const app = bytes.indexOf('Lavf');
  bytes.write('libebml'.slice(0, 7), app, 'latin1');
  await writeFile(path, bytes);
  assert.equal(await readLanguage(path), 'eng');
});
