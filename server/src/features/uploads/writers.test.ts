import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@kinora/contract/test-until';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createHttp } from '../../base/http.ts';
import { openLog, type Log } from '../../base/log.ts';
import type { Person } from '../../test-app.ts';
import { creation, listen, openCall, startTestUploads } from '../../test-uploads.ts';
import type { OpenCall, TestUploads, TusAnswer } from '../../test-uploads.ts';
import { PROVERS } from '../../app.ts';
import { mountUploads } from './routes.ts';
import { UPLOAD_TIMES, type UploadTimes } from './rules.ts';

let uploads: TestUploads;
const closing: (() => Promise<void>)[] = [];
before(async () => {
  uploads = await startTestUploads();
});
after(async () => {
  for (const close of closing) await close();
  await uploads.close();
});

/** Another process of the API, as far as uploads can tell: nothing but database and storage is shared. */
async function otherProcess(times: Partial<UploadTimes> = {}): Promise<number> {
  return listen(openProcess(times));
}

function openProcess(times: Partial<UploadTimes> = {}, log?: Log): FastifyInstance {
  const context = { ...uploads.app.context, ...(log ? { log } : {}) };
  const http = createHttp(context);
  mountUploads(http, context, PROVERS, null, { ...UPLOAD_TIMES, ...times });
  closing.push(() => http.close());
  return http;
}

const octets = { 'content-type': 'application/offset+octet-stream' };

function patch(port: number, path: string, offset: number, body: Uint8Array): Promise<TusAnswer> {
  const headers = { 'upload-offset': String(offset) };
  return openCall(port, 'PATCH', { as: uploads.admin, path, headers, body }).answer;
}

/** Begins a PATCH of `size` bytes and sends the first of them; answers once the lease is taken. */
async function begin(
  port: number,
  path: string,
  { size, first, as = uploads.admin }: { size: number; first: Uint8Array; as?: Person },
): Promise<OpenCall> {
  const headers = { 'upload-offset': '0', 'content-length': String(size), ...octets };
  const call = openCall(port, 'PATCH', { as, path, headers });
  await call.write(first);
  await until('the lease', () => leaseOf(path));
  return call;
}

async function leaseOf(path: string): Promise<string | null> {
  const row = await uploads.app.context.db
    .selectFrom('uploads')
    .select('lease_id')
    .where('id', '=', idOf(path))
    .executeTakeFirstOrThrow();
  return row.lease_id;
}

const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const offsetOf = async (path: string) =>
  Number((await uploads.call('HEAD', { path })).headers['upload-offset']);

test('while one request writes, others of this and of another process are locked out', async () => {
  const file = randomBytes(1000);
  const { videoKey, path } = await uploads.addUpload(file.length);
  const other = await otherProcess();
  const writer = await begin(uploads.port, path, { size: 1000, first: file.subarray(0, 10) });
  for (const port of [uploads.port, other]) {
    const answer = await patch(port, path, 0, file);
    assert.deepEqual([answer.status, answer.body?.['code']], [423, 'upload_locked']);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    const remove = await openCall(port, 'DELETE', { as: uploads.admin, path }).answer;
    assert.equal(remove.status, 423);
    const headers = creation(videoKey, 1000);
    const create = await openCall(port, 'POST', { as: uploads.admin, headers }).answer;
    assert.equal(create.status, 423);
  }
  await writer.write(file.subarray(10));
  assert.equal((await writer.answer).status, 204);
  assert.deepEqual(await uploads.source(videoKey), file);
});

test('many writers at once never mix: each byte is of one that was answered 204', async () => {
  const size = 50_000;
  const { videoKey, path } = await uploads.addUpload(size);
  const other = await otherProcess();
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const answer = await patch(n % 2 ? other : uploads.port, path, 0, Buffer.alloc(size, n));
      return { n, status: answer.status };
    }),
  );
  const winners = answers.filter(({ status }) => status === 204);
  assert.equal(winners.length, 1);
  assert.ok(answers.every(({ status }) => [204, 403, 409, 423].includes(status)));
  assert.deepEqual(await uploads.source(videoKey), Buffer.alloc(size, winners[0]?.n));
});

test('a writer that waits too long for bytes is preempted in its own process, and keeps its bytes', async () => {
  const file = randomBytes(1000);
  const { videoKey, path } = await uploads.addUpload(file.length);
  const port = await otherProcess({ preemptAfterMs: 50 });
  const dead = await begin(port, path, { size: 1000, first: file.subarray(0, 300) });
  // The writer is preempted once it has waited; until then HEAD answers the durable offset.
  await until('what it has to be durable', async () => {
    const head = await openCall(port, 'HEAD', { as: uploads.admin, path }).answer;
    return head.headers['upload-offset'] === '300';
  });
  assert.equal((await dead.answer).status, 423);
  assert.equal((await patch(port, path, 300, file.subarray(300))).status, 204);
  assert.deepEqual(await uploads.source(videoKey), file);
});

test('another process takes over when the lease of a stalled writer has run out', async () => {
  const file = randomBytes(1000);
  const { videoKey, path } = await uploads.addUpload(file.length);
  const stalled = await otherProcess({ leaseMs: 300, renewMs: 100 });
  const old = await begin(stalled, path, { size: 1000, first: file.subarray(0, 300) });
  const answer = await until('the lease to run out', async () => {
    const tried = await patch(uploads.port, path, 0, file.subarray(0, 600));
    return tried.status !== 423 && tried;
  });
  assert.deepEqual([answer.status, answer.headers['upload-offset']], [204, '600']);
  // The old one comes back to life with other bytes, and is refused.
  await old.write(Buffer.alloc(700, 7));
  assert.equal((await old.answer).status, 423);
  assert.equal(await offsetOf(path), 600);
  assert.equal((await patch(uploads.port, path, 600, file.subarray(600))).status, 204);
  assert.deepEqual(await uploads.source(videoKey), file);
});

test('a slow writer keeps its lease as long as bytes flow', async () => {
  const { videoKey, path } = await uploads.addUpload(20);
  const port = await otherProcess({ leaseMs: 2000, renewMs: 400 });
  const slow = await begin(port, path, { size: 20, first: Buffer.from('a') });
  for (let n = 1; n < 20; n += 1) {
    await sleep(130);
    const answer = await patch(uploads.port, path, 0, Buffer.from('x'));
    assert.equal(answer.status, 423, `after ${n} bytes`);
    await slow.write('a');
  }
  assert.equal((await slow.answer).status, 204);
  assert.equal(String(await uploads.source(videoKey)), 'a'.repeat(20));
});

test('a request that brings no byte for too long is ended, and its bytes stay', async () => {
  const { path } = await uploads.addUpload(1000);
  const port = await otherProcess({ renewMs: 50, stallMs: 100 });
  const silent = await begin(port, path, { size: 1000, first: randomBytes(300) });
  assert.equal((await silent.answer).status, 400);
  assert.equal(await leaseOf(path), null);
  assert.equal(await offsetOf(path), 300);
});

test('a lease that a killed process left is taken over when it has run out', async () => {
  const { path } = await uploads.addUpload(3);
  const { db } = uploads.app.context;
  await sql`update uploads set lease_id = gen_random_uuid(),
    lease_until = now() + interval '200 ms' where id = ${idOf(path)}`.execute(db);
  assert.equal((await patch(uploads.port, path, 0, Buffer.from('abc'))).status, 423);
  assert.equal((await uploads.call('HEAD', { path })).status, 200);
  const taken = await until('the lease to run out', async () => {
    const tried = await patch(uploads.port, path, 0, Buffer.from('abc'));
    return tried.status !== 423 && tried;
  });
  assert.equal(taken.status, 204);
});

test('a stop ends open uploads with 503, which is no error in the log', async () => {
  const { path } = await uploads.addUpload(1000);
  let lines = '';
  const http = openProcess({}, openLog('test', { write: (line) => void (lines += line) }));
  const port = await listen(http);
  const open = await begin(port, path, { size: 1000, first: randomBytes(300) });
  await http.close();
  const answer = await open.answer;
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '1']);
  assert.doesNotMatch(lines, /"level":"error"/);
  assert.match(lines, /"level":"warn".*"msg":"request put off"/);
});

test('an upload in flight ends soon after its sender loses the right to it, others go on', async () => {
  const { app, admin, projectKey, scope } = uploads;
  const ofMember = (id: string) => `/api/v1/team-members/${id}`;
  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    suspended: ({ id }) => app.call('PUT', ofMember(id), { as: admin, body: { isEnabled: false } }),
    removed: ({ id }) => app.call('DELETE', ofMember(id), { as: admin }),
    demoted: ({ id }) =>
      app.context.db
        .updateTable('project_memberships')
        .set({ role: 'viewer' })
        .where('account_id', '=', id)
        .execute(),
  };
  const { path: otherPath } = await uploads.addUpload(20);
  const other = await begin(uploads.port, otherPath, { size: 20, first: Buffer.from('a') });
  for (const [how, end] of Object.entries(ends)) {
    const person = await app.addPerson(scope, 'user');
    await app.addToProject(projectKey, person, 'uploader');
    const { path } = await uploads.addUpload(1000);
    const first = randomBytes(300);
    const writer = await begin(uploads.port, path, { size: 1000, first, as: person });
    await end(person);
    assert.equal((await writer.answer).status, 404, how);
    assert.equal(await leaseOf(path), null, how);
  }
  await other.write('a'.repeat(19));
  assert.equal((await other.answer).status, 204);
});
