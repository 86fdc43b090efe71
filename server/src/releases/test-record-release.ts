// `node server/src/releases/test-record-release.ts` keeps the database of the version in package.json, for
// the test that each later version upgrades it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClip } from '@kinora/media/test-clips';
import { addReadyVideo } from '../test-ready-video.ts';
import { startTestVideos } from '../test-videos.ts';
import { readRelease } from './test-release.ts';

const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };
const folder = await mkdtemp(join(tmpdir(), 'kinora-release-'));
const videos = await startTestVideos();
try {
  const { token } = videos.admin;
  const clip = '-f lavfi -i testsrc2=s=320x180:r=10:d=2 -c:v libx264 -pix_fmt yuv420p';
  const bytes = await readFile(await makeClip(folder, 'clip.mp4', clip));
  const videoKey = await addReadyVideo(videos, bytes, await videos.presetOf('classic'));
  const release = await readRelease(videos.app.databaseUrl, { version, token, videoKey });
  const path = join(import.meta.dirname, `${version}.json`);
  await writeFile(path, `${JSON.stringify(release, null, 2)}\n`);
} finally {
  await videos.close();
  await rm(folder, { recursive: true });
}
