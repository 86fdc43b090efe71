import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { getPublishedVideoKey, PublishedVideo } from '@kinora/contract/published';
import { getStreamPrefix } from '@kinora/contract/stream';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { startAppWorker } from '../../app-worker.ts';
import { openLog } from '../../base/log.ts';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addUploadedVideo } from '../../test-owner.ts';

let app: TestApp;
let admin: Person;
let projectKey: string;
const folder = await testFolder();
let logged = '';

before(async () => {
  const log = openLog('test', { write: (line) => void (logged += line) }, 'text');
  app = await startTestApp({ NODE_ENV: 'test' }, log);
  ({ admin, projectKey } = await addTestOwner(app, 'siam'));
});
after(() => app.close());

async function uploaded(bytes: Buffer, fileName: string): Promise<string> {
  const about = { title: fileName, fileName };
  return (await addUploadedVideo(app, { admin, projectKey }, bytes, about)).videoKey;
}

async function video(key: string): Promise<Json> {
  return (await app.call('GET', `/api/v1/videos/${key}`, { as: admin })).body;
}

function untilVideo(key: string, holds: (video: Json) => boolean, seconds = 60): Promise<Json> {
  const ask = async () => {
    const now = await video(key);
    return holds(now) && now;
  };
  return until(`a video of which ${String(holds)}`, ask, { seconds });
}

const stateOf = (one: Json) => String(one['vod']?.['processingInfo']?.['state']);
const errorOf = (one: Json) => one['vod']?.['source']?.['probeErrorDetail'] as unknown;
const isEnded = (one: Json) =>
  ['completed', 'failed'].includes(stateOf(one)) || errorOf(one) !== null;

async function published(key: string): Promise<PublishedVideo> {
  const text = await app.context.storage.read(getPublishedVideoKey(key));
  return PublishedVideo.parse(JSON.parse(String(text)));
}

const hasCovers = ({ stream }: PublishedVideo) => (stream?.coverWidths.length ?? 0) > 0;

async function withWorker<T>(use: () => Promise<T>): Promise<T> {
  const worker = await startAppWorker(app.context);
  try {
    return await use();
  } finally {
    await worker.stop(1000);
  }
}

test('an uploaded clip becomes a published stream with every segment stored', async () => {
  const path = await makeClip(
    folder,
    'clip.mp4',
    `${testVideo('640x360', '25', 7)} ${tone(7)} ${X264} -c:a aac -shortest`,
  );
  const key = await uploaded(await readFile(path), 'clip.mp4');
  await withWorker(async () => {
    const done = await untilVideo(key, isEnded);
    assert.equal(stateOf(done), 'completed');
    assert.equal(done['playable'], true);
    assert.equal(done['duration'], 7);
    const outputs = done['vod']?.['outputs'] ?? ([] as unknown as Json);
    assert.deepEqual(
      outputs.map((output) => [output['type'], output['name'], output['completed']]),
      [
        ['video', '360p', true],
        ['video', '240p', true],
        ['audio', '', true],
      ],
    );
    await untilVideo(key, (now) => now['coverImage'] !== null);
    await until('covers', async () => hasCovers(await published(key)));
  });
  assert.match(logged, /“clip\.mp4” is encoded, \d+ s after its last byte came$/m);
  const { state, stream } = await published(key);
  assert.equal(state, 'playable');
  assert.ok(stream && stream.coverWidths.length > 0);
  const prefix = getStreamPrefix(stream);
  const count = stream.videoSegments?.runs.reduce((sum, run) => sum + run.count, 0) ?? 0;
  assert.equal(count, 2);
  for (const { id, ready, bandwidth } of [...stream.video, ...stream.audio]) {
    assert.ok(ready && bandwidth.measured);
    for (const name of ['init.mp4', '1.m4s', '2.m4s']) {
      const found = await app.context.storage.stat(`${prefix}${id}/${name}`);
      assert.ok(found && found.sizeBytes > 0, `${id}/${name}`);
    }
  }
  for (const width of stream.coverWidths) {
    assert.ok(await app.context.storage.stat(`${prefix}cover-${width}.jpg`));
  }
  const { body } = await app.call('GET', `/api/v1/videos/${key}`, { as: admin });
  const covers = (body['coverImage'] as unknown as { sizes: { url: string }[] }).sizes;
  assert.ok(covers[0]?.url.includes(`/${prefix}cover-`), covers[0]?.url);
  const projects = (await app.call('GET', '/api/v1/projects', { as: admin })).body;
  assert.ok(JSON.stringify(projects).includes(`/${prefix}cover-`));
});

test('a stream is playable as soon as a video rendition and the audio are whole', async () => {
  const clip = `${testVideo('640x360', '25', 3)} ${tone(3)} ${X264} -c:a aac -shortest`;
  const key = await uploaded(await readFile(await makeClip(folder, 'slow.mp4', clip)), 'slow.mp4');
  const { storage } = app.context;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const slow: typeof storage = {
    ...storage,
    put: async (name, body) => {
      if (name.includes('/v360/')) await released;
      return storage.put(name, body);
    },
  };
  const worker = await startAppWorker({ ...app.context, storage: slow });
  try {
    const partly = await untilVideo(key, (now) => stateOf(now) === 'partiallyCompleted');
    assert.equal(partly['playable'], true);
    assert.equal(partly['vod']?.['processingInfo']?.['totalCompletedOutputs'], 2);
    await until('the publication', async () => (await published(key)).state === 'playable');
    const { stream } = await published(key);
    assert.deepEqual(
      stream?.video.map(({ id, ready }) => [id, ready]),
      [
        ['v360', false],
        ['v240', true],
      ],
    );
    release();
    await untilVideo(key, (now) => stateOf(now) === 'completed');
  } finally {
    release();
    await worker.stop(1000);
  }
});

test('a file that is no video ends in a file error with its reason, and the next job runs', async () => {
  const secret = 'canary-7f3a';
  const canary = join(folder, 'canary.txt');
  const sound = await makeClip(folder, 'sound.mp3', `${tone(2)} -c:a libmp3lame`);
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${canary}\n#EXT-X-ENDLIST\n`;
  const broken: [string, Buffer, string][] = [
    ['notes.mp4', Buffer.from(`just text ${secret}`), 'not_media'],
    ['list.mp4', Buffer.from(playlist), 'not_media'],
    ['archive.mp4', Buffer.from('504b0304140000000000', 'hex'), 'not_media'],
    ['empty.mp4', Buffer.alloc(0), 'empty'],
  ];
  await withWorker(async () => {
    for (const [name, bytes, reason] of broken) {
      const ended = await untilVideo(await uploaded(bytes, name), isEnded);
      assert.equal(errorOf(ended), reason, name);
      assert.equal(ended['vod']?.['source']?.['probeErrorType'], 'probeFileError');
      assert.equal(stateOf(ended), 'sourceIngression');
      assert.equal(ended['playable'], false);
      assert.ok(!JSON.stringify(ended).includes(secret));
      assert.match(logged, new RegExp(`“${name}” can’t be encoded: .+ \\(.*\\)$`, 'm'));
    }
    const key = await uploaded(await readFile(sound), 'sound.mp3');
    const ended = await untilVideo(key, isEnded);
    assert.equal(stateOf(ended), 'completed');
    assert.deepEqual(
      ended['vod']?.['outputs']?.map((output) => output['type']),
      ['audio'],
    );
    await until('its waveform', async () => hasCovers(await published(key)));
    const { stream } = await published(key);
    assert.deepEqual(stream?.coverWidths, [320, 640, 1280]);
    const cover = await app.context.storage.read(`${getStreamPrefix(stream)}cover-640.jpg`, 1e6);
    assert.equal(cover?.readUInt16BE(0), 0xffd8);
    assert.notEqual((await video(key))['coverImage'], null);
  });
});

test('a truncated file ends in a clear error or plays as far as it goes', async () => {
  const path = await makeClip(folder, 'whole.mp4', `${testVideo('320x180', '25', 4)} ${X264}`);
  const whole = await readFile(path);
  await withWorker(async () => {
    const ended = await untilVideo(
      await uploaded(whole.subarray(0, whole.length / 2), 'cut.mp4'),
      isEnded,
    );
    assert.equal(errorOf(ended), 'truncated');
  });
});

test('a video deleted while it is encoded stops the work and stays deleted', async () => {
  const path = await makeClip(folder, 'long.mp4', `${testVideo('1280x720', '25', 20)} ${X264}`);
  const key = await uploaded(await readFile(path), 'long.mp4');
  await withWorker(async () => {
    await untilVideo(key, (now) => stateOf(now) === 'processing');
    await app.call('DELETE', `/api/v1/videos/${key}`, { as: admin });
    const state = async () => (await published(key).catch(() => null))?.state;
    await until('the record of the deletion', async () => (await state()) === 'deleted');
  });
});

function forkWorker(): ChildProcess {
  const { config } = app.context;
  const child = fork(join(import.meta.dirname, '../../start/worker.ts'), {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: config.dataDir,
      STORAGE_URL: config.storageUrl,
      SECRET_KEY: config.secrets.secretKey,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send({ type: 'begin', databaseUrl: app.databaseUrl });
  return child;
}

const piecesOf = (key: string) =>
  app.context.db
    .selectFrom('pieces as p')
    .innerJoin('revisions as r', 'r.key', 'p.revision_key')
    .select(['p.state', 'p.attempt', 'p.worker_id as workerId', 'p.kind'])
    .where('r.video_key', '=', key)
    .execute();

test('a worker killed in the middle costs the piece that it had, and two share the rest', async () => {
  const path = await makeClip(
    folder,
    'kill.mkv',
    `${testVideo('640x360', '25', 36)} -c:v mpeg4 -q 5`,
  );
  const key = await uploaded(await readFile(path), 'kill.mkv');
  const first = forkWorker();
  const running = (state: string) => async () =>
    (await piecesOf(key)).filter((piece) => piece.state === state && piece.kind === 'video');
  await until('a whole piece', async () => (await running('completed')()).length > 0);
  first.kill('SIGKILL');
  await once(first, 'exit');
  // PostgreSQL may still be doing what it last asked for, such as taking a piece.
  await until('the last statement', async () => (await statementsOfOthers()) === 0);
  const before = await piecesOf(key);
  const lost = before.filter((piece) => piece.state === 'running').length;
  const killedAt = Date.now();
  const others = [forkWorker(), forkWorker()];
  try {
    const done = await untilVideo(key, isEnded, 90);
    assert.equal(stateOf(done), 'completed');
    assert.ok(Date.now() - killedAt < 90_000);
    const info = done['vod']?.['processingInfo'];
    assert.equal(info?.['totalCompletedOutputs'], info?.['totalExpectedOutputs']);
    const after = await piecesOf(key);
    const repeated = after.filter((piece) => piece.attempt > 1).length;
    assert.ok(
      repeated <= lost,
      `of ${lost} lost ${repeated} were begun again: ${JSON.stringify(after)}`,
    );
    assert.ok(after.length >= before.length);
  } finally {
    for (const other of others) {
      other.kill('SIGTERM');
      await once(other, 'exit');
    }
  }
});

async function statementsOfOthers(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()
  `.execute(app.context.db);
  return rows[0]?.count ?? 0;
}
