import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PresetInput } from '@kinora/contract/preset-input';
import { until } from '@kinora/contract/test-until';
import type { z } from 'zod';
import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';
import { startTestApp, type Answer, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner } from '../../test-owner.ts';
import { findProjectScope } from '../projects/queries.ts';
import { createVideos } from '../videos/actions.ts';
import { deletePreset } from './actions.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';

type Given = z.input<typeof PresetInput>;

let app: TestApp;
let scope: TeamScope;
let admin: Person;
let user: Person;
let other: Person;
let projectKey: string;
const path = '/api/encoding/v1/presets';

before(async () => {
  app = await startTestApp();
  ({ scope, admin, projectKey } = await addTestOwner(app, 'siam'));
  user = await app.addPerson(scope, 'user');
  other = (await app.addTeam('other')).admin;
});
after(() => app.close());

const given = (change: Partial<Given> = {}): Given => ({
  name: 'Lectures',
  profiles: [
    {
      name: 'HLS',
      enabled: true,
      formatType: 'hls',
      videoTracks: [
        {
          name: '720p',
          resolutionType: '720p',
          resolutionControl: { type: 'shortestSide', size: '720' },
          codec: 'h264',
          videoCodecOptions: {
            qualityControlMode: 'constrainedEncoding',
            crf: '24',
            maxBitRateKbps: 2500,
            qp: 30,
            profile: 'high',
          },
          audioTrackKey: 'stereo',
        },
      ],
      audioTracks: [
        {
          key: 'stereo',
          name: 'Stereo',
          codec: 'aac',
          bitRateKbps: '128',
          sampleRate: 48_000,
          channels: 2,
        },
      ],
    },
  ],
  ...change,
});

const call = (method: string, url: string, body?: unknown, as: Person | null = admin) =>
  app.call(method, url, { as, body });
const make = async (change: Partial<Given> = {}) => {
  const made = await call('POST', path, given(change));
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return String(made.body['id']);
};

async function newVideo(presetId: string): Promise<string> {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey, presetId, videos: [{ title: 'A', source }] };
  const made = await call('POST', '/api/v1/videos', body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return String(made.body[0]?.['key']);
}

test('a created preset is stored as numbers, without those that its mode does not use', async () => {
  const made = await call('POST', path, given());
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.deepEqual([made.body['isSystem'], made.body['isInUse']], [false, false]);
  const track = made.body['profiles']?.[0]?.['videoTracks']?.[0];
  assert.deepEqual(track?.['videoCodecOptions'], {
    qualityControlMode: 'constrainedEncoding',
    crf: 24,
    targetBitRateKbps: null,
    maxBitRateKbps: 2500,
    qp: null,
    cq: null,
    profile: 'high',
    speed: 'fast',
  });
  assert.deepEqual(track?.['resolutionControl'], { type: 'shortestSide', size: 720 });
  const read = await call('GET', `/api/v1/presets/${String(made.body['id'])}`);
  assert.deepEqual(read.body, made.body);
  const listed = await call('GET', path);
  const names = listed.body.data.map((preset) => String(preset['name']));
  assert.equal(names.at(-1), 'Lectures');
  assert.equal(names[0], 'Standard 1080p');
});

test('a new team has two presets of the classic model and one of each other', async () => {
  const listed = await call('GET', path, undefined, other);
  const kept = listed.body.data.map((preset) => [preset['name'], preset['vodDeliveryModel']]);
  assert.deepEqual(kept, [
    ['Standard 1080p', 'classic'],
    ['Compact 720p', 'classic'],
    ['Adaptive 1080p', 'model-k'],
    ['On demand 1080p', 'model-c'],
  ]);
  const thai = await app.call('GET', path, { as: other, headers: { 'accept-language': 'th' } });
  assert.equal(thai.body.data[3]?.['name'], 'แปลงไฟล์เมื่อมีผู้ชม 1080p');
});

test('a value that is no number, or does not fit, is named by the path of its field', async () => {
  const wrong = given();
  const [profile] = wrong.profiles;
  const track = profile?.videoTracks[0];
  assert.ok(track);
  track.videoCodecOptions.crf = 'much';
  const text = await call('POST', path, wrong);
  assert.equal(text.status, 422);
  assert.deepEqual(text.body['errors'], [
    {
      path: 'profiles.0.videoTracks.0.videoCodecOptions.crf',
      code: 'not_a_number',
      message: 'Must be a number',
    },
  ]);
  track.videoCodecOptions.crf = '';
  track.audioTrackKey = 'other';
  const unfit = await call('POST', path, wrong);
  const errors = unfit.body['errors']?.map((error) => [error['path'], error['code']]);
  assert.deepEqual(errors, [
    ['profiles.0.videoTracks.0.videoCodecOptions.crf', 'required'],
    ['profiles.0.videoTracks.0.audioTrackKey', 'audio_track_unknown'],
  ]);
});

test('an audio track that a video track uses can’t be taken away', async () => {
  const id = await make();
  const change = given();
  const [profile] = change.profiles;
  assert.ok(profile);
  profile.audioTracks = [];
  const answer = await call('PUT', `${path}/${id}`, change);
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body['errors']?.[0]?.['code'], 'audio_track_in_use');
});

test('a preset that no video uses is replaced, renamed and deleted', async () => {
  const id = await make();
  const changed = await call(
    'PUT',
    `${path}/${id}`,
    given({ name: 'Talks', defaultResolution: { type: 'shortestSide', size: 720 } }),
  );
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(changed.body['defaultResolution'], { type: 'shortestSide', size: 720 });
  assert.ok(String(changed.body['updatedAt']) > String(changed.body['createdAt']));
  const renamed = await call('PUT', `${path}/${id}/name`, { name: ' Speeches ' });
  assert.equal(renamed.body['name'], 'Speeches');
  assert.equal((await call('DELETE', `${path}/${id}`)).status, 204);
  assert.equal((await call('GET', `${path}/${id}`)).status, 404);
  assert.equal((await call('DELETE', `${path}/${id}`)).status, 404);
});

test('a preset that a video uses takes another name and nothing else', async () => {
  const id = await make();
  const videoKey = await newVideo(id);
  const read = await call('GET', `${path}/${id}`);
  assert.equal(read.body['isInUse'], true);
  const name = await call('PUT', `${path}/${id}`, given({ name: 'Named anew' }));
  assert.deepEqual([name.status, name.body['name']], [200, 'Named anew']);
  assert.equal((await call('PUT', `${path}/${id}/name`, { name: 'Again' })).status, 200);
  const more = given({ defaultResolution: { type: 'shortestSide', size: 720 } });
  for (const attempt of [
    await call('PUT', `${path}/${id}`, more),
    await call('DELETE', `${path}/${id}`),
  ]) {
    assert.deepEqual([attempt.status, attempt.body['code']], [409, 'preset_in_use']);
  }
  // From the recycle bin it may come back.
  assert.equal((await call('DELETE', `/api/v1/videos/${videoKey}`)).status, 204);
  assert.equal((await call('PUT', `${path}/${id}`, more)).status, 409);
});

test('a preset that a project begins with can be changed but not deleted', async () => {
  const id = await make();
  const project = await call('PUT', `/api/v1/projects/${projectKey}`, { presetId: id });
  assert.equal(project.status, 200);
  assert.deepEqual((await call('GET', `${path}/${id}`)).body['usedBy'], { projects: 1 });
  const changed = given({ name: 'Changed', backgroundCompletion: 'never' });
  const answer = await call('PUT', `${path}/${id}`, changed);
  assert.deepEqual([answer.status, answer.body['backgroundCompletion']], [200, 'whenIdle']);
  const removed = await call('DELETE', `${path}/${id}`);
  assert.deepEqual([removed.status, removed.body['code']], [409, 'preset_in_use']);
});

test('a system preset is read-only for everyone', async () => {
  const listed = await call('GET', path);
  const id = String(listed.body.data[0]?.['id']);
  for (const attempt of [
    await call('PUT', `${path}/${id}`, given()),
    await call('PUT', `${path}/${id}/name`, { name: 'Mine' }),
    await call('DELETE', `${path}/${id}`),
  ]) {
    assert.deepEqual([attempt.status, attempt.body['code']], [403, 'preset_read_only']);
  }
});

test('members read, admins and managers write, and another team finds nothing', async () => {
  const id = await make();
  assert.equal((await call('GET', `${path}/${id}`, undefined, user)).status, 200);
  const attempts: [string, string, unknown][] = [
    ['PUT', `${path}/${id}`, given()],
    ['PUT', `${path}/${id}/name`, { name: 'Mine' }],
    ['DELETE', `${path}/${id}`, undefined],
  ];
  for (const [method, url, body] of attempts) {
    assert.equal((await call(method, url, body, null)).status, 401);
    assert.equal((await call(method, url, body, user)).status, 403);
    assert.equal((await call(method, url, body, other)).status, 404);
  }
  assert.equal((await call('POST', path, given(), user)).status, 403);
});

test('of two changes at once one is kept whole', async () => {
  const id = await make();
  const sizes = ['360', '480'];
  const changes = sizes.map((size) => {
    const change = given({ name: size, defaultResolution: { type: 'shortestSide', size } });
    const track = change.profiles[0]?.videoTracks[0];
    if (track) track.resolutionControl.size = size;
    return call('PUT', `${path}/${id}`, change);
  });
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200]);
  const { body } = await call('GET', `${path}/${id}`);
  const size = body['profiles']?.[0]?.['videoTracks']?.[0]?.['resolutionControl']?.['size'];
  assert.deepEqual(
    [String(size), String(body['defaultResolution']?.['size'])],
    [String(body['name']), String(body['name'])],
  );
});

/** Begins a call, and ends what it waits for once it waits, or at once if it does not. */
async function meanwhile(
  change: () => Promise<Answer>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Answer> {
  const { db } = app.context;
  return db
    .transaction()
    .execute(async (tx) => {
      await work(tx);
      let isDone = false;
      const answer = change().finally(() => (isDone = true));
      const waiting = sql<object>`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
      const isBlocked = async () => (await waiting.execute(db)).rows.length > 0;
      await until('the change to end or wait', async () => isDone || (await isBlocked()));
      // In an object, as the transaction must end before the answer can come.
      return { answer };
    })
    .then(({ answer }) => answer);
}

test('a change waits for a video that is being made, and is then refused', async () => {
  const id = await make();
  const more = given({ defaultResolution: { type: 'shortestSide', size: 720 } });
  const answer = await meanwhile(
    () => call('PUT', `${path}/${id}`, more),
    async (tx) => {
      const project = await findProjectScope(tx, scope, projectKey);
      assert.ok(project);
      const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
      const videos = [{ title: 'A', tags: [], source }];
      await createVideos(tx, project, { presetId: id, videos });
    },
  );
  assert.deepEqual([answer.status, answer.body['code']], [409, 'preset_in_use']);
});

test('a video waits for a preset that is being deleted, and then does not find it', async () => {
  const id = await make();
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey, presetId: id, videos: [{ title: 'A', source }] };
  const answer = await meanwhile(
    () => call('POST', '/api/v1/videos', body),
    (tx) => deletePreset(tx, permitTeamWrites(scope), id),
  );
  assert.equal(answer.status, 422);
  assert.equal(answer.body['errors']?.[0]?.['path'], 'presetId');
});

test('a team has as many presets as its list can show', async () => {
  const { admin: owner } = await app.addTeam('full');
  const made = await Promise.all(
    Array.from({ length: 98 }, () => call('POST', path, given(), owner)),
  );
  const statuses = made.map(({ status }) => status).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [...Array<number>(96).fill(201), 409, 409]);
  const refused = made.find(({ status }) => status === 409);
  assert.equal(refused?.body['code'], 'limit_reached');
  assert.equal((await call('GET', path, undefined, owner)).body.data.length, 100);
});

test('the look-ups list the choices of forms, in the reader’s language', async () => {
  const resolutions = await call('GET', `${path}/resolutions`);
  const fullHd = resolutions.body.data.find((one) => String(one['name']) === '1080p');
  assert.deepEqual(fullHd, {
    name: '1080p',
    type: 'shortestSide',
    size: 1080,
    width: 1920,
    height: 1080,
    label: '1080p (Full HD)',
  });
  const codecs = await call('GET', '/api/v1/presets/codecs');
  const names = codecs.body['video']?.map((one) => String(one['codec']));
  assert.deepEqual(names, ['h264', 'hevc', 'av1', 'vp9']);
  assert.deepEqual(codecs.body['video']?.[0]?.['qualities'], [22, 24, 26, 28, 30]);
  const formats = await call('GET', `${path}/formats`);
  const ofModels = formats.body.data.map(
    (one) => `${one['vodDeliveryModel']} ${one['formatType']}`,
  );
  assert.deepEqual(ofModels, ['classic hls', 'classic mp4', 'model-k cmaf', 'model-c cmaf']);
  const tracks = await call('GET', `${path}/audio-tracks`);
  assert.equal(tracks.body.data[0]?.['label'], 'AAC 128 Kbps, stereo');
});

test('languages have their code of ISO 639-2/T, Thai and English first', async () => {
  const headers = { 'accept-language': 'th' };
  const thai = await app.call('GET', `${path}/languages`, { as: user, headers });
  const [first, second] = thai.body.data;
  assert.deepEqual(first, { code6392T: 'tha', name: 'Thai', displayName: 'ไทย' });
  assert.deepEqual(second, { code6392T: 'eng', name: 'English', displayName: 'อังกฤษ' });
  const codes = thai.body.data.map((one) => String(one['code6392T']));
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(codes.length > 180);
  // The terminology code where ISO 639-2 has two.
  for (const code of ['deu', 'fra', 'zho', 'mya', 'cym']) assert.ok(codes.includes(code), code);
  const unnamed = thai.body.data.filter((one) => /^[a-z]{2,3}$/.test(String(one['name'])));
  assert.deepEqual(unnamed, []);
});
