// The whole ladder of a 1080p clip, from queue to completed, against one raw ffmpeg that makes the
// same outputs as files. In turn, several rounds.
// Run: node bench/src/ladder.bench.ts [seconds of clip, 60] [rounds, 3]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { jobs } from '@kinora/server/app-jobs';
import { startWorker } from '@kinora/server/base/worker';
import { beginIngression } from '@kinora/server/features/encoding/actions/begin';
import { sourceKey } from '@kinora/server/features/uploads/rules';
import { systemPresets } from '@kinora/server/features/presets/rules';
import { startTestApp, type Person, type TestApp } from '@kinora/server/test-app';
import { median } from './median.ts';

const run = promisify(execFile);
const seconds = Number(process.argv[2] ?? 60);
const rounds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'kinora-ladder-'));
const clip = join(folder, 'clip.mp4');
console.log(`making a clip of ${seconds} s, 1920×1080 …`);
await run('ffmpeg', [
  ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=1920x1080:r=30:d=${seconds}`],
  ...['-f', 'lavfi', '-i', `sine=d=${seconds}`, '-vf', 'noise=alls=12:allf=t'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-pix_fmt', 'yuv420p'],
  ...['-c:a', 'aac', '-shortest', clip],
]);
const app = await startTestApp();
const { scope, admin } = await app.addTeam('bench');
const body = { key: 'bench', name: 'Bench' };
const project = await app.call('POST', '/api/v1/projects', { as: admin, body });
const projectKey = String(project.body['key']);
const worker = await startWorker(jobs, app.context);

const ours: number[] = [];
const theirs: number[] = [];
for (let round = 1; round <= rounds; round += 1) {
  theirs.push(await rawLadder());
  ours.push(await product(app, admin, scope.teamId));
  console.log(`round ${round}: ours ${last(ours)} s, raw ffmpeg ${last(theirs)} s`);
}
const [a, b] = [median(ours), median(theirs)];
console.log(
  `ladder of ${seconds} s: ours ${a.toFixed(1)} s, raw ffmpeg ${b.toFixed(1)} s, ratio ${(a / b).toFixed(3)}`,
);
await worker.stop(1000);
await app.close();
await rm(folder, { recursive: true });

/** What the default preset makes of it: five renditions and one sound, by one process. @returns seconds */
async function rawLadder(): Promise<number> {
  const tracks = systemPresets[0]?.profiles[0]?.videoTracks ?? [];
  const split = `[0:v]split=${tracks.length}${tracks.map((_, n) => `[s${n}]`).join('')}`;
  const scales = tracks.map((track, n) => `[s${n}]scale=-2:${track.resolutionControl.size}[v${n}]`);
  const outputs = tracks.flatMap((track, n) => {
    const { crf, profile } = track.videoCodecOptions;
    const maxBitRateKbps = track.videoCodecOptions.maxBitRateKbps ?? 0;
    // The ladder keeps 30 frames a second for all; the clip has 30.
    return [
      ...[
        '-map',
        `[v${n}]`,
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-profile:v',
        String(profile),
      ],
      ...[
        '-crf',
        String(crf),
        '-maxrate',
        `${maxBitRateKbps}k`,
        '-bufsize',
        `${2 * maxBitRateKbps}k`,
      ],
      ...['-g', '60', '-keyint_min', '60', '-x264-params', 'open-gop=0:scenecut=0'],
      ...['-movflags', '+cmaf+frag_keyframe', '-f', 'mp4', join(folder, `raw-${n}.mp4`)],
    ];
  });
  const start = performance.now();
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-i', clip, '-filter_complex', [split, ...scales].join(';')],
    ...outputs,
    ...['-map', '0:a', '-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'],
    ...['-movflags', '+cmaf', '-f', 'mp4', join(folder, 'raw-audio.mp4')],
  ]);
  return (performance.now() - start) / 1000;
}

/** From the transaction that queues it to the state completed. @returns seconds */
async function product({ call, context }: TestApp, as: Person, teamId: string): Promise<number> {
  const bytes = await readFile(clip);
  const source = { type: 'video/mp4', size: bytes.length, fileName: 'clip.mp4' };
  const videos = [{ title: 'clip', source }];
  const created = await call('POST', '/api/v1/videos', { as, body: { projectKey, videos } });
  const videoKey = String(created.body[0]?.['key']);
  const revisionKey = String(created.body[0]?.['vod']?.['revisionKey']);
  await context.storage.put(sourceKey(videoKey, revisionKey), bytes);
  const start = performance.now();
  const upload = { teamId, videoKey, revisionKey };
  await context.db.transaction().execute((tx) => beginIngression(tx, upload));
  // Asked for by one small statement: the call itself would take a share of the two cores.
  while (true) {
    const { state } = await context.db
      .selectFrom('revisions')
      .select('state')
      .where('key', '=', revisionKey)
      .executeTakeFirstOrThrow();
    if (state === 'completed') break;
    if (state === 'failed') throw new Error('the encode failed');
    await sleep(200);
  }
  return (performance.now() - start) / 1000;
}

function last(values: number[]): string {
  return (values.at(-1) ?? Number.NaN).toFixed(1);
}
