import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { listeners } from '../../app-events.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../base/config.ts';
import { openContext } from '../../base/context.ts';
import { on, onEach, setListeners } from '../../base/events.ts';
import { listen, openCall, startTestUploads, type TestUploads } from '../../test-uploads.ts';
import { uploadCompleted } from './events.ts';
import { sweepUploads } from './work.ts';

if (process.send && process.argv[2] === 'api') {
  const { context } = await openContext(readConfig(), 'api');
  process.send(await listen(await createApp(context)));
} else {
  testCrashes();
}

function testCrashes(): void {
  let uploads: TestUploads;
  const children: ChildProcess[] = [];
  before(async () => {
    uploads = await startTestUploads();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await uploads.close();
  });

  async function startApi(): Promise<{ port: number; kill: () => Promise<void> }> {
    const { config } = uploads.app.context;
    const child = fork(import.meta.filename, ['api'], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: uploads.app.databaseUrl,
        DATA_DIR: config.dataDir,
        STORAGE_URL: config.storageUrl,
        SECRET_KEY: config.secrets.secretKey,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    const [port] = (await once(child, 'message')) as [number];
    const kill = async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    };
    return { port, kill };
  }

  /** Sends an upload to a process that dies after the last byte, before what follows it. */
  async function sendWhereItDies(path: string): Promise<number> {
    const dies = on(uploadCompleted, () => Promise.reject(new Error('killed here')));
    setListeners([dies]);
    const { status } = await patch(uploads.port, path, 0, Buffer.from('abc'));
    setListeners(listeners);
    return status;
  }

  const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const octets = { 'content-type': 'application/offset+octet-stream' };

  function patch(port: number, path: string, offset: number, body: Uint8Array) {
    const headers = { 'upload-offset': String(offset) };
    return openCall(port, 'PATCH', { as: uploads.admin, path, headers, body }).answer;
  }

  async function rowOf(path: string) {
    return uploads.app.context.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', idOf(path))
      .executeTakeFirst();
  }

  /** As if the time of the killed writer's lease had passed. */
  async function runOut(path: string): Promise<void> {
    const { db } = uploads.app.context;
    await sql`update uploads set lease_until = now() where id = ${idOf(path)}`.execute(db);
  }

  async function isFinished(videoKey: string): Promise<boolean> {
    const row = await uploads.app.context.db
      .selectFrom('revisions')
      .select('upload_completed_at')
      .where('video_key', '=', videoKey)
      .executeTakeFirstOrThrow();
    return row.upload_completed_at !== null;
  }

  test('an API killed in a PATCH loses nothing that it acknowledged, and another goes on', async () => {
    const file = randomBytes(80 * 1024 * 1024);
    const { videoKey, path } = await uploads.addUpload(file.length);
    const api = await startApi();
    const acknowledged = 1_000_000;
    assert.equal((await patch(api.port, path, 0, file.subarray(0, acknowledged))).status, 204);
    const headers = {
      'upload-offset': String(acknowledged),
      'content-length': String(file.length - acknowledged),
      ...octets,
    };
    const cut = openCall(api.port, 'PATCH', { as: uploads.admin, path, headers });
    cut.socket.on('error', () => undefined);
    // All but the last bytes, past a checkpoint, which is recorded before the end.
    await cut.write(file.subarray(acknowledged, -1));
    const durable = async () => (await rowOf(path))?.offset_bytes ?? 0;
    await until('a checkpoint', async () => (await durable()) > acknowledged);
    await api.kill();

    const head = await uploads.call('HEAD', { path });
    const offset = Number(head.headers['upload-offset']);
    assert.ok(offset > acknowledged && offset < file.length, `at ${offset}`);
    assert.equal((await patch(uploads.port, path, offset, file.subarray(offset))).status, 423);
    await runOut(path);
    assert.equal((await patch(uploads.port, path, offset, file.subarray(offset))).status, 204);
    const source = await uploads.source(videoKey);
    assert.ok(source?.equals(file));
  });

  test('HEAD, PATCH or a new POST ends an upload whose API was killed behind the last byte', async () => {
    for (const healer of ['HEAD', 'PATCH', 'POST', 'DELETE']) {
      const { videoKey, path } = await uploads.addUpload(3);
      assert.equal(await sendWhereItDies(path), 500, healer);
      assert.equal(await isFinished(videoKey), false);
      await runOut(path);
      const headers = {
        'upload-offset': '3',
        'upload-length': '3',
        'upload-metadata': `videoKey ${Buffer.from(videoKey).toString('base64')}`,
        ...octets,
      };
      const where = healer === 'POST' ? {} : { path };
      const answer = await uploads.call(healer, { ...where, headers });
      const expected = { HEAD: 200, PATCH: 204, POST: 403, DELETE: 204 }[healer];
      assert.equal(answer.status, expected, healer);
      assert.equal(await isFinished(videoKey), true, healer);
      assert.equal(String(await uploads.source(videoKey)), 'abc');
    }
  });

  test('the sweep completes uploads that were killed behind their last byte, and removes expired ones', async () => {
    const { context } = uploads.app;
    const told: string[] = [];
    const whole = await uploads.addUpload(3);
    await sendWhereItDies(whole.path);
    await runOut(whole.path);
    const [expired, leased, living] = [
      await uploads.addUpload(6),
      await uploads.addUpload(6),
      await uploads.addUpload(6),
    ];
    for (const { path } of [expired, leased, living]) {
      await patch(uploads.port, path, 0, Buffer.from('abc'));
    }
    await sql`update uploads set expires_at = now() - interval '1 s'
      where id in (${idOf(expired.path)}, ${idOf(leased.path)})`.execute(context.db);
    await sql`update uploads set lease_id = gen_random_uuid(), lease_until = now() + interval '1 h'
      where id = ${idOf(leased.path)}`.execute(context.db);
    const key = (await rowOf(expired.path))?.storage_key ?? '';
    assert.equal(await context.storage.appendables.size(key), 3);

    setListeners([
      ...listeners,
      onEach(uploadCompleted, async (_tx, { key }) => void told.push(key)),
    ]);
    await sweepUploads(context);
    await sweepUploads(context);
    setListeners(listeners);

    assert.deepEqual(told, [whole.videoKey]);
    assert.equal(await isFinished(whole.videoKey), true);
    assert.equal(await rowOf(expired.path), undefined);
    assert.equal(await context.storage.appendables.size(key), null);
    assert.ok(await rowOf(leased.path), 'a writer has it');
    assert.ok(await rowOf(living.path), 'it has not expired');
  });

  test('a termination that was killed half-way is brought to its end by the sweep', async () => {
    const { context } = uploads.app;
    const { path } = await uploads.addUpload(6);
    await patch(uploads.port, path, 0, Buffer.from('abc'));
    await sql`update uploads set expires_at = now() where id = ${idOf(path)}`.execute(context.db);
    await context.storage.appendables.remove((await rowOf(path))?.storage_key ?? '');
    assert.equal((await uploads.call('HEAD', { path })).status, 410);
    await sweepUploads(context);
    assert.equal((await uploads.call('HEAD', { path })).status, 404);
  });

  test('where bytes were lost behind our back, HEAD answers how far to go back', async () => {
    const { videoKey, path } = await uploads.addUpload(6);
    await patch(uploads.port, path, 0, Buffer.from('abcd'));
    const { appendables } = uploads.app.context.storage;
    const key = (await rowOf(path))?.storage_key ?? '';
    await appendables.truncate(key, 2);
    assert.equal((await patch(uploads.port, path, 4, Buffer.from('ef'))).status, 409);
    const head = await uploads.call('HEAD', { path });
    assert.equal(head.headers['upload-offset'], '2');
    await appendables.remove(key);
    assert.equal((await patch(uploads.port, path, 2, Buffer.from('cdef'))).status, 409);
    assert.equal((await patch(uploads.port, path, 0, Buffer.from('abcdef'))).status, 204);
    assert.equal(String(await uploads.source(videoKey)), 'abcdef');
  });
}
