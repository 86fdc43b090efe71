import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { CHANGE_LIST_KEY } from '@kinora/contract/published';
import { TUS_PATH } from '@kinora/contract/uploads';
import { sql } from 'kysely';
import { listeners } from './app-events.ts';
import { calls, getCall } from './base/calls.ts';
import type { Tx } from './base/db.ts';
import { type EventKind, onEvery, setListeners } from './base/events.ts';
import { newId } from './base/ids.ts';
import type { DocumentName } from './base/published-documents.ts';
import { createAccount } from './features/accounts/actions.ts';
import { takeExpiringCertificate } from './features/drm-configs/actions/expiry.ts';
import {
  addPreparedRevision,
  plannedRevision,
  storePiece,
  testStream,
} from './features/encoding/test-revisions.ts';
import { rotateKeys } from './features/drm/actions/drm-model.ts';
import { lockCurrentDrmState } from './features/drm/queries.ts';
import { retryVideo } from './features/encoding/actions/retry-video.ts';
import { announceKeyNeeded, announceWork } from './features/pieces/actions/announce.ts';
import { claimPiece } from './features/pieces/actions/claim.ts';
import { type ProjectScope, proveProject } from './features/projects/policy.ts';
import { publishNamed } from './features/publishing/test-publishing.ts';
import {
  changeRevision,
  type Columns,
  moveRevision,
  promoteRevision,
} from './features/revisions/actions.ts';
import { moveVideos } from './features/videos/actions/move.ts';
import { bodyOf, readyCalls, type Ready, urlOf } from './test-calls.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { composeAll } from './test-published.ts';
import { addTestVideo, type TestOwner } from './test-owner.ts';
import { creation } from './test-uploads.ts';

// After every change, edges must read the same as if everything were published again: an event that misses a
// document which viewers see fails here.

let app: TestApp;
let owner: TestOwner;
let ready: Ready;
const heard = new Set<string>();

const kinds: string[] = [];
for await (const file of glob('features/*/{events,events/*}.ts', { cwd: import.meta.dirname })) {
  const exported = Object.values((await import(`./${file}`)) as Record<string, unknown>);
  const own = exported.filter((one) => (one as EventKind | null)?.subject !== undefined);
  kinds.push(...own.map((one) => (one as EventKind).name));
}

before(async () => {
  app = await startTestApp();
  setListeners([
    ...listeners,
    onEvery(async (_tx, events) => {
      for (const { kind } of events) heard.add(kind.name);
    }),
  ]);
  const { admin, scope } = await app.addTeam('siam');
  ready = await readyCalls(app, admin);
  const { projectKey } = ready.scene;
  const { id } = await ready.scene.ask('GET', `/api/v1/projects/${projectKey}`);
  const projectId = String(id);
  owner = { admin, scope, teamId: scope.teamId, projectKey, projectId };
});
after(async () => {
  setListeners(listeners);
  await app.close();
});

const write = <T>(change: (tx: Tx) => Promise<T>) => app.context.db.transaction().execute(change);

/** Publishes what changes have recorded. */
async function publishRecorded(): Promise<void> {
  const { rows } = await sql<DocumentName>`
    select kind, key from publications where published_version < version`.execute(app.context.db);
  for (const name of rows) await publishNamed(app.context, name);
}

/** @param only the video that the change is of; without it everything is compared */
async function assertPublished(change: string, only?: string): Promise<void> {
  await publishRecorded();
  const { storage } = app.context;
  const wanted = await composeAll(app.context.db, only);
  for await (const key of storage.list(only ? 'none/' : 'published/')) {
    assert.ok(wanted.has(key) || key === CHANGE_LIST_KEY, `${change} left ${key}`);
  }
  for (const [key, document] of wanted) {
    const stored = await storage.read(key);
    const text = JSON.stringify(document);
    // A video without a file has no stored document yet. Storing one here lets later changes be compared.
    if (!stored && 'state' in document && document.state === 'notReady')
      await storage.put(key, Buffer.from(text));
    else assert.equal(stored?.toString(), text, `${change} has left ${key} as it was`);
  }
}

async function make(method: string, url: string, body: unknown, needsSession = false) {
  const as = needsSession ? await app.signIn(owner.admin) : owner.admin;
  return app.call(method, url, { as, team: 'siam', body });
}

function proveIn(projectId: string): ProjectScope {
  return proveProject(owner.scope, projectId, 'project-manager') ?? assert.fail(projectId);
}

async function startUpload(videoKey: string): Promise<string> {
  const { headers } = await tus('POST', TUS_PATH, creation(videoKey, 10));
  return String(headers.location);
}

function tus(method: 'POST' | 'PATCH' | 'DELETE', url: string, headers = {}, payload?: Buffer) {
  const authorization = `Bearer ${owner.admin.token}`;
  const all = { 'tus-resumable': '1.0.0', authorization, ...headers };
  return app.http.inject({ method, url, headers: all, ...(payload && { payload }) });
}

async function upload(videoKey: string): Promise<void> {
  const url = await startUpload(videoKey);
  const headers = { 'content-type': 'application/offset+octet-stream' };
  for (const offset of [0, 5]) {
    await tus('PATCH', url, { ...headers, 'upload-offset': String(offset) }, Buffer.alloc(5));
  }
}

for (const call of calls.filter(({ method }) => method !== 'GET')) {
  test(`${call.id} leaves edges what they would get by publishing all`, async () => {
    const needsSession = call.who === 'session';
    const { method, url, body } = await ready.request(call);
    await assertPublished(`what ${call.id} needs`);
    await make(method, url, body, needsSession);
    await assertPublished(call.id);
    if (method !== 'PUT') return;
    // Each field is also changed alone, as another one may have caused the publication.
    const input = await ready.wholeInput(call);
    await assertPublished(`what ${call.id} needs`);
    for (const [name, value] of Object.entries(bodyOf(call, input))) {
      if (value instanceof File) continue;
      await make(method, urlOf(call, input), { [name]: value }, needsSession);
      await assertPublished(`${name} of ${call.id}`);
    }
  });
}

// The changes below name no team, which works for an account of one team alone.
test('an account leaves the team that it has created', async () => {
  const { db } = app.context;
  const { numDeletedRows } = await db
    .deleteFrom('team_memberships')
    .where('account_id', '=', owner.admin.id)
    .where('team_id', '<>', owner.teamId)
    .executeTakeFirstOrThrow();
  assert.ok(numDeletedRows > 0);
});

/** Changes that no call of the contract makes. */
const others: Record<string, () => Promise<unknown>> = {
  'a team that is created': () => app.addTeam('lanna'),
  'a person who joins': async () => {
    const person = await app.addPerson(owner.scope, 'admin');
    const { token } = person;
    const url = '/api/v1/personal-tokens/revoke';
    await app.call('POST', url, { as: person, body: { token } });
    const account = { email: 'a@example.com', name: 'A', passwordHash: 'x', lang: 'en' } as const;
    await write((tx) => createAccount(tx, account));
  },
  'a person who accepts an invitation': async () => {
    const person = await app.addPerson(null, 'user');
    const body = { email: person.email, role: 'user' };
    const { link } = await ready.scene.ask('POST', '/api/v1/team-invitations', body);
    const token = new URL(String(link)).searchParams.get('token');
    const as = await app.signIn(person);
    const url = '/api/auth/v1/invitations/redeem';
    const { status } = await app.call('POST', url, { as, body: { token } });
    assert.equal(status, 200);
  },
  // New videos have the values of these schemas' examples anyway.
  'a date and a rule of a video': async () => {
    const { videoKey } = await addTestVideo(app, owner);
    await assertPublished('a video');
    const appliedRule = { allowCountryCodes: ['TH'], denyCountryCodes: [] };
    const changes: object[] = [
      {
        additionalVideoMetaData: { fields: [{ fieldName: 'publishedDate', value: '2026-01-01' }] },
      },
      { geoblockPolicy: { type: 'customRule', appliedRule } },
    ];
    for (const change of changes) {
      const { status } = await make('PUT', `/api/v1/videos/${videoKey}`, change);
      assert.equal(status, 200);
      await assertPublished(JSON.stringify(change));
    }
  },
  'a video that is moved': async () => {
    const { videoKey } = await addTestVideo(app, owner);
    await upload(videoKey);
    await assertPublished('an upload');
    const food = await ready.scene.ask('POST', '/api/v1/projects', { key: 'food', name: 'Food' });
    const [from, to] = [proveIn(owner.projectId), proveIn(String(food['id']))];
    await write((tx) => moveVideos(tx, from, to, [videoKey]));
  },
  'an upload that is removed': async () => {
    const { videoKey } = await addTestVideo(app, owner);
    const url = await startUpload(videoKey);
    await assertPublished('an upload that begins');
    await tus('DELETE', url);
  },
  'a video that is made and given up': async () => {
    const range = { firstSegment: 1, lastSegment: 1 };
    const piece = { kind: 'audio' as const, renditionIds: ['a-1'], ...range };
    const plan = { seconds: 6, ids: ['a-1'], pieces: [piece] };
    const { videoKey, revisionKey } = await plannedRevision(app, owner, plan);
    await assertPublished('a plan');
    await write((tx) => announceKeyNeeded(tx, revisionKey));
    const claimed = (await claimPiece(app.context.db, newId(), 'any')) ?? assert.fail('no piece');
    await storePiece(app, claimed);
    await assertPublished('what is played while it is made');
    await write((tx) => announceWork(tx, revisionKey));
    await write((tx) => moveRevision(tx, revisionKey, 'failed', { failure_reason: 'killed' }));
    await assertPublished('what failed');
    await app.context.db
      .updateTable('pieces')
      .set({ state: 'failed' })
      .where('revision_key', '=', revisionKey)
      .execute();
    await write((tx) => retryVideo(tx, { teamId: owner.teamId, videoKey }));
  },
  'a revision that is promoted': async () => {
    const first = await plannedRevision(app, owner, { seconds: 6, pieces: [] });
    const second = await addPreparedRevision(app, first, { sizeBytes: 10, fileName: 'b.mp4' });
    const { revisionKey } = second;
    await write((tx) => moveRevision(tx, revisionKey, 'processing'));
    await write((tx) => moveRevision(tx, revisionKey, 'partiallyCompleted'));
    const isPromoted = await write((tx) => promoteRevision(tx, second, revisionKey));
    assert.ok(isPromoted);
  },
  'protection that is chosen, and keys that are replaced': async () => {
    const { videoKey, revisionKey } = await addWhole({
      state: 'completed',
      delivery_model: 'model-k',
    });
    const path = `/api/v1/videos/${videoKey}/vods/${revisionKey}/drm-model`;
    const { status } = await make('PUT', path, { drmModel: 'clearKey' });
    assert.equal(status, 200);
    await assertPublished('a chosen protection');
    await write(async (tx) => {
      const found = await lockCurrentDrmState(tx, proveIn(owner.projectId), videoKey);
      assert.ok(found?.stream);
      const encryption = { method: 'aes-128' as const, keyUri: 'https://keys.test/1' };
      const stream = { ...found.stream, protection: { encryption } };
      await rotateKeys(tx, { ...found, stream }, owner.teamId);
    });
  },
  'a certificate that expires': async () => {
    await ready.request(getCall('drmConfigs.updateFairplay'));
    await write((tx) => takeExpiringCertificate(tx, new Date('2999-01-01')));
  },
};

for (const [name, happen] of Object.entries(others)) {
  test(`${name} leaves edges what they would get by publishing all`, async () => {
    await happen();
    await assertPublished(name);
  });
}

// Facts of a revision are a column each, which one of many writers may be the first to change.

type Column = { name: string; type: string };

/** These can't be any value of their type. */
const CHOSEN: Record<string, unknown> = {
  delivery_model: 'model-c',
  drm_model: 'clearKey',
  drm_target: 'multiDrm',
  failure_reason: 'killed',
  probe_error_type: 'probeError',
  probe_error_reason: 'not_media',
  downloads: { progressive: [{ height: 720, width: 1280, sizeBytes: 1 }] },
  images: { coverWidths: [320], storyboard: null },
  protection: {
    encryption: {
      method: 'cbcs',
      iv: '0'.repeat(32),
      videoKeyId: 'a'.repeat(32),
      audioKeyId: null,
      systems: [],
      pssh: [],
    },
  },
};

function toOther({ name, type }: Column, before: unknown): unknown {
  if (name in CHOSEN) return CHOSEN[name];
  if (name === 'renditions') return { ...(before as object), open: true };
  if (type === 'ARRAY') return name === 'segment_arrivals' ? [1] : ['video'];
  if (type === 'boolean') return !before;
  if (type === 'text') return 'x';
  if (type === 'jsonb') return {};
  return type.startsWith('timestamp') ? new Date() : 7;
}

/** They change together with others, or say which revision it is. */
const OTHERS = [
  'key',
  'video_key',
  'role',
  'kept_until',
  'deleted_at',
  'state',
  'created_at',
  'updated_at',
];

async function listColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'revisions' and is_generated = 'NEVER'
      and data_type <> 'uuid' and column_name <> 'job_id'
      and not column_name = any(${OTHERS})
    order by 1`.execute(app.context.db);
  return rows;
}

/** Adds a video whose stream is there, with these columns of its revision. */
async function addWhole(columns: object): Promise<{ videoKey: string; revisionKey: string }> {
  const { videoKey, revisionKey } = await addTestVideo(app, owner);
  const { video, audio, videoSegments } = testStream({ videoKey, revisionKey }, 6, ['v-720']);
  const whole = video.map((one) => ({ ...one, ready: true }));
  const renditions = { video: whole, audio, videoSegments, open: false, firstRenditionId: null };
  const stored = { renditions: JSON.stringify(renditions), delivery_model: 'classic' as const };
  await app.context.db
    .updateTable('revisions')
    .set({ ...stored, duration_ms: 6000, drm_model: 'none', ...columns })
    .where('key', '=', revisionKey)
    .execute();
  await publishNamed(app.context, { kind: 'video', key: videoKey });
  return { videoKey, revisionKey };
}

const SITUATIONS: Record<string, Columns & { state: string }> = {
  playable: { state: 'completed' },
  withheld: { state: 'completed', drm_required: true },
  'given up': { state: 'failed' },
};

for (const [situation, columns] of Object.entries(SITUATIONS)) {
  test(`each column of a ${situation} revision is published if viewers see it`, async () => {
    const { videoKey, revisionKey } = await addWhole(columns);
    for (const column of await listColumns()) {
      const before = await readColumn(revisionKey, column);
      for (const value of [toOther(column, before), before]) {
        await write((tx) => changeRevision(tx, revisionKey, { [column.name]: value }));
        await assertPublished(`${column.name} of a ${situation} revision`, videoKey);
      }
    }
  });
}

async function readColumn(revisionKey: string, { name, type }: Column): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(name)} as value from revisions where key = ${revisionKey}`.execute(
    app.context.db,
  );
  const value = rows[0]?.value ?? null;
  // Documents come as their text.
  return type === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value;
}

test('every kind of event was heard', () => {
  assert.deepEqual(
    kinds.filter((name) => !heard.has(name)),
    [],
  );
});
