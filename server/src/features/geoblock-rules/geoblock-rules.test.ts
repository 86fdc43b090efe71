import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_GEOBLOCK_RULES } from '@kinora/contract/geoblock-rules';
import {
  getPublishedProjectKey,
  getPublishedTeamKey,
  PublishedProject,
  PublishedTeam,
} from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../test-owner.ts';
import { published, withWorker } from '../publishing/test-publishing.ts';

let app: TestApp;
let owner: TestOwner;
let admin: Person;
let other: Person;

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
  ({ admin } = owner);
  ({ admin: other } = await addTestOwner(app, 'lanna'));
});
after(() => app.close());

const PATH = '/api/v1/geoblock-rules';
const ask = (method: string, path: string, body?: object, as = admin) =>
  app.call(method, path, { as, ...(body ? { body } : {}) });
const create = async (name: string, more: object = {}, as = admin) => {
  const { status, body } = await ask('POST', PATH, { name, ...more }, as);
  assert.equal(status, 201);
  return { id: String(body['id']), body, at: `${PATH}/${String(body['id'])}` };
};
const codeOf = (answer: Awaited<ReturnType<typeof ask>>) => [answer.status, answer.body['code']];

test('a rule is made, found by its name, changed and deleted', async () => {
  const lists = { allowCountryCodes: ['th', 'LA', 'TH'], denyCountryCodes: 'us, de' };
  const { at, body, id } = await create('เพื่อนบ้าน', lists);
  assert.deepEqual(body['allowCountryCodes'], ['TH', 'LA']);
  assert.deepEqual(body['denyCountryCodes'], ['US', 'DE']);
  assert.equal(String(body['isTeamDefault']), 'false');
  const found = await ask('GET', `${PATH}?q=${encodeURIComponent('บ้าน')}`);
  assert.deepEqual(
    found.body.data.map((rule) => rule['id']),
    [id],
  );
  const changed = await ask('PUT', at, { allowCountryCodes: ['XX'], denyCountryCodes: [] });
  assert.deepEqual(changed.body['allowCountryCodes'], ['XX']);
  assert.deepEqual(changed.body['denyCountryCodes'], []);
  const renamed = await ask('PUT', at, { name: 'Nobody' });
  assert.deepEqual(renamed.body['allowCountryCodes'], ['XX'], 'what is left out stays');
  assert.equal((await ask('DELETE', at)).status, 204);
  assert.equal((await ask('GET', at)).status, 404);
  assert.equal((await ask('PUT', at, { name: 'Again' })).status, 404);
});

test('only countries can be named', async () => {
  for (const code of ['ZZ', 'UK', 'T', '', 'THA', 'XK'])
    assert.equal((await ask('POST', PATH, { name: 'A', allowCountryCodes: [code] })).status, 422);
  // No country at all stands first among those that are allowed, or not at all.
  for (const lists of [{ allowCountryCodes: ['TH', 'XX'] }, { denyCountryCodes: ['XX'] }])
    assert.equal((await ask('POST', PATH, { name: 'A', ...lists })).status, 422);
  assert.equal((await ask('POST', PATH, { name: '' })).status, 422);
});

test('one rule is the team’s default, which new projects get and which can’t go', async () => {
  const first = await create('First');
  const { at } = await create('New default', { isTeamDefault: true, denyCountryCodes: ['US'] });
  const defaults = async () =>
    (await ask('GET', PATH)).body.data
      .filter((rule) => String(rule['isTeamDefault']) === 'true')
      .map((rule) => String(rule['name']));
  assert.deepEqual(await defaults(), ['New default']);
  assert.deepEqual(codeOf(await ask('DELETE', at)), [409, 'geoblock_rule_default']);
  const project = await ask('POST', '/api/v1/projects', { key: 'second', name: 'Second' });
  assert.equal(String(project.body['geoblockRule']?.['name']), 'New default');
  await ask('PUT', first.at, { isTeamDefault: true });
  assert.deepEqual(await defaults(), ['First']);
  const used = await ask('DELETE', at);
  assert.deepEqual(codeOf(used), [409, 'geoblock_rule_in_use']);
  const named = [{ key: project.body['key'], name: 'Second' }];
  assert.partialDeepStrictEqual(used.body, { uses: [{ kind: 'project', named, count: 1 }] });
});

test('the first rule has its name in the reader’s language, whoever saved it and whatever the default is', async () => {
  const namesIn = async (lang: string) =>
    (
      await app.call('GET', PATH, { as: other, headers: { 'accept-language': lang } })
    ).body.data.map(({ name }) => String(name));
  const [first] = (await ask('GET', PATH, undefined, other)).body.data;
  const at = `${PATH}/${String(first?.['id'])}`;
  assert.deepEqual(await namesIn('en'), ['Everyone, everywhere']);
  await ask('PUT', at, { name: 'รับชมได้ทุกประเทศ' }, other);
  await create('Another default', { isTeamDefault: true }, other);
  assert.deepEqual(await namesIn('en'), ['Another default', 'Everyone, everywhere']);
  assert.deepEqual(await namesIn('th'), ['Another default', 'รับชมได้ทุกประเทศ']);
});

test('a rule that a video uses can’t go either, also while the video lies in the bin', async () => {
  const rule = await create('Of a video');
  const geoblockPolicy = { type: 'existingRule', ruleId: rule.id };
  const { videoKey } = await addTestVideo(app, owner, { geoblockPolicy });
  const seen = (await ask('GET', rule.at)).body['useCount'];
  assert.deepEqual(seen, { project: 0, video: 1 });
  await ask('DELETE', `/api/v1/videos/${videoKey}`);
  assert.deepEqual((await ask('GET', rule.at)).body['useCount'], seen);
  const used = await ask('DELETE', rule.at);
  assert.deepEqual(codeOf(used), [409, 'geoblock_rule_in_use']);
  assert.deepEqual(used.body['uses'], [
    { kind: 'project', named: [], count: 0 },
    { kind: 'video', named: [], count: 1 },
  ]);
});

test('what uses a rule is named to who may see it, and counted for every manager', async () => {
  const rule = await create('Of many');
  const manager = await app.addPerson(owner.scope, 'manager');
  const member = await app.addPerson(owner.scope, 'user');
  const addProject = async (name: string) => {
    const { body } = await ask('POST', '/api/v1/projects', { key: name, name });
    const project = { key: String(body['key']), name };
    await ask('PUT', `/api/v1/projects/${project.key}`, { geoblockRuleId: rule.id });
    const geoblockPolicy = { type: 'existingRule', ruleId: rule.id };
    const place = { ...owner, projectKey: project.key };
    const title = `Of ${name}`;
    const { videoKey } = await addTestVideo(app, place, { title, geoblockPolicy });
    return { project, video: { key: videoKey, name: title, parentKey: project.key } };
  };
  const [ofOpen, ofClosed] = [await addProject('open'), await addProject('closed')];
  await app.addToProject(ofOpen.project.key, manager, 'viewer');
  const toUses = (projects: object[], videos: object[]) => ({
    uses: [
      { kind: 'project', named: projects, count: 2 },
      { kind: 'video', named: videos, count: 2 },
    ],
  });
  const all = toUses([ofClosed.project, ofOpen.project], [ofClosed.video, ofOpen.video]);
  const some = toUses([ofOpen.project], [ofOpen.video]);
  const uses = async (as: Person) => (await ask('GET', `${rule.at}/uses`, undefined, as)).body;
  assert.deepEqual(await uses(admin), all);
  assert.deepEqual(await uses(manager), some);
  assert.equal((await ask('GET', `${rule.at}/uses`, undefined, member)).status, 403);
  assert.equal((await ask('GET', `${rule.at}/uses`, undefined, other)).status, 404);
  const refused = await ask('DELETE', rule.at, undefined, manager);
  assert.deepEqual(codeOf(refused), [409, 'geoblock_rule_in_use']);
  assert.partialDeepStrictEqual(refused.body, some);
  // A deleted video still counts as it can be restored, but it has no page to link to.
  await ask('DELETE', `/api/v1/videos/${ofOpen.video.key}`);
  assert.deepEqual(await uses(admin), toUses([ofClosed.project, ofOpen.project], [ofClosed.video]));
});

test('a video has a rule of the team, lists of its own, or what its project has', async () => {
  const rule = await create('Only here', { allowCountryCodes: ['TH'] });
  const theirs = await create('Theirs', {}, other);
  const { videoKey } = await addTestVideo(app, owner);
  const path = `/api/v1/videos/${videoKey}`;
  const set = (geoblockPolicy: object) => ask('PUT', path, { geoblockPolicy });
  const policyOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.body['geoblockPolicy'] as unknown as Record<string, unknown>;
  const first = policyOf(await ask('GET', path));
  assert.deepEqual([first['type'], first['ruleId']], ['none', null]);
  assert.deepEqual(first['appliedRule'], { allowCountryCodes: [], denyCountryCodes: [] });
  const chosen = policyOf(await set({ type: 'existingRule', ruleId: rule.id }));
  assert.deepEqual(
    [chosen['type'], chosen['ruleId'], chosen['name']],
    ['existingRule', rule.id, 'Only here'],
  );
  assert.deepEqual(chosen['appliedRule'], { allowCountryCodes: ['TH'], denyCountryCodes: [] });
  const appliedRule = { allowCountryCodes: [], denyCountryCodes: ['US'] };
  const own = policyOf(await set({ type: 'customRule', appliedRule }));
  assert.deepEqual(own, {
    type: 'customRule',
    ruleId: null,
    name: 'Custom Rule',
    appliedRule,
  });
  for (const ruleId of [
    theirs.id,
    'x',
    rule.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  ])
    assert.equal((await set({ type: 'existingRule', ruleId })).status, 422);
  assert.equal((await set({ type: 'customRule' })).status, 422);
  assert.deepEqual(policyOf(await ask('PUT', path, { title: 'Other' })), own, 'left out, it stays');
  assert.equal(policyOf(await set({ type: 'none' }))['type'], 'none');
});

test('viewers get a rule, a project and a video’s own lists by documents of their own', async () => {
  const { storage } = app.context;
  const { projectId, teamId } = owner;
  const rule = await create('Published', { allowCountryCodes: ['TH'] });
  const { videoKey } = await addTestVideo(app, owner);
  const readTeam = async () => {
    const bytes = await storage.read(getPublishedTeamKey(teamId));
    return bytes && PublishedTeam.parse(JSON.parse(bytes.toString())).geoblockRules[rule.id];
  };
  const readProject = async () => {
    const bytes = await storage.read(getPublishedProjectKey(projectId));
    return bytes && PublishedProject.parse(JSON.parse(bytes.toString()));
  };
  await withWorker(app.context, async () => {
    await until('the rule', async () => (await readTeam())?.allow[0] === 'TH');
    await ask('PUT', rule.at, { denyCountryCodes: ['US'] });
    await until('its change', async () => (await readTeam())?.deny[0] === 'US');
    await ask('PUT', `/api/v1/projects/${owner.projectKey}`, { geoblockRuleId: rule.id });
    await until('the project', async () => (await readProject())?.geoblockRuleId === rule.id);
    assert.equal((await readProject())?.channelIds.length, 1);
    const appliedRule = { allowCountryCodes: ['LA'], denyCountryCodes: [] };
    await ask('PUT', `/api/v1/videos/${videoKey}`, {
      geoblockPolicy: { type: 'customRule', appliedRule },
    });
    const seen = async () => (await published(storage, videoKey))?.geoblock;
    await until(
      'the video',
      async () => JSON.stringify(await seen()) === '{"allow":["LA"],"deny":[]}',
    );
    assert.equal((await published(storage, videoKey))?.projectId, projectId);
  });
});

test('countries have names in both languages, and the database its age', async () => {
  const { body } = await app.call('GET', `${PATH}/countries`, {
    as: admin,
    headers: { 'accept-language': 'th' },
  });
  const countries = body['data'] as unknown as Record<string, string>[];
  assert.equal(countries.length, 249);
  assert.deepEqual(
    countries.find(({ countryCode }) => countryCode === 'TH'),
    { countryCode: 'TH', countryNameEN: 'Thailand', countryNameTH: 'ไทย', continent: 'asia' },
  );
  const names = countries.map(({ countryNameTH = '' }) => countryNameTH);
  assert.deepEqual(names, names.toSorted(new Intl.Collator('th').compare));
  const { builtAt } = body['database'] as unknown as { builtAt: string };
  assert.ok(new Date(builtAt) > new Date('2026-01-01'));
});

test('a team has so many rules at most', async () => {
  await sql`insert into geoblock_rules (id, team_id, name)
    select gen_random_uuid(), ${owner.teamId}, 'Rule ' || n
    from generate_series(1, ${MAX_GEOBLOCK_RULES}) n`.execute(app.context.db);
  assert.deepEqual(codeOf(await ask('POST', PATH, { name: 'More' })), [409, 'limit_reached']);
});
