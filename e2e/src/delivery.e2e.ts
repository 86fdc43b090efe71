import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { getFromEdge, openEdge } from './ask-edge.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { beginUpload, chooseFiles } from './uploading.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser, folder, texts } = await startForTests((made) =>
  Promise.all([2, 3].map((seconds) => makeClip(join(made, `${seconds} s.mp4`), { seconds }))),
);
const api = await openApi(product);
const askEdge = openEdge(product);
const morning = await api.createProject({ name: 'ข่าวเช้า', key: 'morning' });
const inManage = (path: string) => `/${product.team}/manage/${path}`;

async function addCountry({ page, t }: Visit, typed: string): Promise<void> {
  const field = page.getByRole('combobox', { name: t('geoblockRules.fields.allow') });
  await field.fill(typed);
  await page.getByRole('option').first().waitFor();
  await field.press('ArrowDown');
  await field.press('Enter');
}

for (const width of [1280, 360]) {
  test(`a rule about countries is made by typing names of either language, ${width} wide`, async () => {
    await visit({ product, browser }, { width }, async (me) => {
      const { page, t } = me;
      await signIn(me, inManage(''));
      // The first page of the team's management.
      await page.getByRole('heading', { name: t('geoblockRules.title'), level: 1 }).waitFor();
      await page.getByRole('link', { name: t('geoblockRules.create') }).click();
      const save = page.getByRole('button', { name: t('geoblockRules.create') });
      await save.click();
      await page.getByText(t('ui.things.nameRequired')).first().waitFor();
      const name = `เพื่อนบ้าน ${width}`;
      await page.getByRole('textbox', { name: t('geoblockRules.fields.name') }).fill(name);
      await addCountry(me, 'ไทย');
      await addCountry(me, 'laos');
      await page.getByText('เฉพาะในไทยและลาว', { exact: true }).waitFor();
      await shoot(page, `geoblock-rule-${width}`);
      await save.click();
      const row = page.getByRole('row').filter({ hasText: name });
      await row.getByText('เฉพาะในไทยและลาว').waitFor();
    });
  });
}

test('an upload follows the rule of its project, unless it is given another', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    const upload = `/${product.team}/projects/${morning}/upload`;
    await signIn(me, upload);
    const send = async (title: string, seconds: number) => {
      const clip = join(folder, `${seconds} s.mp4`);
      await chooseFiles(me, [clip]);
      const sent = page.waitForRequest(
        (one) => one.method() === 'POST' && new URL(one.url()).pathname === '/api/v1/videos',
      );
      await beginUpload(me, clip, title);
      return (await sent).postDataJSON() as { geoblockPolicy: { type: string } };
    };
    assert.deepEqual((await send('ตามโปรเจกต์', 2)).geoblockPolicy, { type: 'none' });
    await page.waitForURL((url) => url.pathname !== upload);
    await page.goto(product.consoleUrl + upload);
    await page.getByRole('combobox', { name: t('uploads.settings.rule') }).click();
    await page.getByRole('option', { name: 'เพื่อนบ้าน 1280' }).click();
    assert.equal((await send('กฎอื่น', 3)).geoblockPolicy.type, 'existingRule');
    await page.waitForURL((url) => url.pathname !== upload);
  });
});

test('a project gets a player, a rule and a channel, and viewers see the player', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('players/create'));
    await page.getByRole('textbox', { name: t('players.fields.name') }).fill('ห้องข่าว');
    await page
      .getByRole('textbox', { name: t('players.fields.color'), exact: true })
      .fill('#12ab34');
    await page.getByRole('button', { name: t('players.create') }).click();
    await page.getByRole('row').filter({ hasText: 'ห้องข่าว' }).waitFor();
    const settings = `${product.consoleUrl}/${product.team}/projects/${morning}/manage`;
    await page.goto(`${settings}/settings`);
    const change = page.getByRole('button', { name: t('players.project.change'), exact: true });
    await change.click();
    await page.getByRole('radio', { name: /ห้องข่าว/ }).check();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ui.save') })
      .click();
    await page.getByText('ห้องข่าว', { exact: true }).waitFor();
    await page.goto(`${settings}/defaults#geoblocking`);
    await page.getByRole('button', { name: t('geoblockRules.project.change') }).click();
    await page.getByRole('radio', { name: /เพื่อนบ้าน 360/ }).check();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('geoblockRules.project.select') })
      .click();
    const section = page.locator('#geoblocking');
    await section.getByText('เฉพาะในไทยและลาว', { exact: true }).waitFor();
    await shoot(page, 'project-defaults');
  });
  const key = await api.upload(morning, 'มีเพลเยอร์', join(folder, '2 s.mp4'));
  await until('the player', async () => {
    const { text: html } = await getFromEdge(`${product.edgeUrl}/embed/${key}`);
    return html.includes('#12ab34');
  });
});

test('an embed code names a player that was chosen for it', async () => {
  const other = await api.createPlayer('งานสด', '#a1b2c3');
  const videoKey = await api.upload(morning, 'ฝังที่อื่น', join(folder, '3 s.mp4'));
  await api.untilReady(videoKey);
  let code = '';
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${morning}/videos/${videoKey}/overview`);
    const choice = page.getByRole('combobox', { name: t('videos.links.player') });
    assert.equal(await choice.inputValue(), t('videos.links.projectPlayer', { name: 'ห้องข่าว' }));
    const embed = page.getByRole('textbox', { name: t('videos.links.embed') });
    assert.doesNotMatch(await embed.innerText(), /player=/);
    await choice.click();
    await page.getByRole('option', { name: 'งานสด' }).click();
    code = await embed.innerText();
    await shoot(page, 'links-player');
  });
  const address = /src="([^"]+)"/.exec(code)?.[1] ?? '';
  assert.equal(new URL(address).searchParams.get('player'), other);
  await until('the other player', async () => {
    const { text: html } = await getFromEdge(address);
    return html.includes('#a1b2c3') && !html.includes('#12ab34');
  });
});

test('the id that a viewer gets with a refusal tells the team why', async () => {
  const refused = await getFromEdge(`${product.edgeUrl}/embed/none`, {
    referer: 'https://school.example/lesson?student=7',
  });
  const id = String(refused.headers['x-request-id']);
  await visit({ product, browser }, {}, async (me) => {
    const { page, t, allow, hush } = me;
    await signIn(me, inManage('access-checks'));
    await page.getByText(t('accessChecks.by.request'), { exact: true }).click();
    const field = page.getByRole('textbox', { name: t('accessChecks.fields.requestId') });
    const check = page.getByRole('button', { name: t('accessChecks.check'), exact: true });
    allow(404, /access-checks$/);
    hush(/404/);
    await field.fill('made-up');
    await check.click();
    await page.getByText(t('accessChecks.problems.requestIdUnknown')).waitFor();
    const [letters = ''] = id.split('.');
    await field.fill(letters.toLowerCase());
    await field.press('Enter');
    await page.getByText(t('accessChecks.problems.requestIdSpoken')).waitFor();
    await field.fill(`${t('accessChecks.fields.requestId')}: ${id}`);
    await field.press('Enter');
    await page.getByRole('heading', { name: t('accessChecks.refusal.title') }).waitFor();
    await page.getByText(`${product.edgeUrl}/embed/none`, { exact: true }).waitFor();
    await page.getByText('https://school.example', { exact: true }).waitFor();
    const status = refused.status;
    await page.getByText(t('accessChecks.refusal.refused', { status })).waitFor();
    await page.getByText(t('accessChecks.refused', { status })).waitFor();
    await shoot(page, 'access-check-request');
  });
});

test('a key is found for a channel that is older than the newest hundred', async () => {
  const oldest = await api.createSigningKey();
  for (let made = 0; made < 100; made += 1) await api.createSigningKey();
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('playback-channels'));
    await page.getByRole('row').getByRole('link', { name: product.team, exact: true }).click();
    const field = page.getByRole('combobox', { name: t('playbackChannels.signed.addKey') });
    await field.click();
    await page.getByRole('option').first().waitFor();
    assert.equal(await page.getByRole('option', { name: oldest }).count(), 0);
    await field.fill('no such key');
    await page.getByText(t('playbackChannels.signed.noKey')).waitFor();
    await field.fill(oldest);
    await shoot(page, 'key-search');
    await page.getByRole('option', { name: oldest }).click();
    const removeKey = t('playbackChannels.signed.removeKeyOf', { keyId: oldest });
    await page.getByRole('button', { name: removeKey }).click();
    await page.getByRole('button', { name: removeKey }).waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '');
  });
});

test('a channel gets a domain, a website and a key, and the edge keeps to it', async () => {
  let keyId = '';
  let secret = '';
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('url-signing-keys/create'));
    await page.getByRole('button', { name: t('urlSigningKeys.create.button') }).click();
    const shown = (label: string) => page.getByRole('textbox', { name: label, exact: true });
    secret = await shown(t('urlSigningKeys.secret.secret')).innerText();
    keyId = await shown(t('urlSigningKeys.keyId')).innerText();
    await page.getByRole('link', { name: t('nav.entries.playbackChannels'), exact: true }).click();
    await page.getByRole('button', { name: t('playbackChannels.create.button') }).click();
    const name = page.getByRole('textbox', { name: t('playbackChannels.fields.name') });
    await name.fill('ข่าว');
    await page.getByText(t('playbackChannels.problems.name')).waitFor();
    await name.fill('club');
    await name.press('Enter');
    await page.getByRole('heading', { name: 'club', level: 1 }).waitFor();
    await addDomain(me);
    await page
      .getByRole('radio', { name: t('playbackChannels.websites.policy.allowSome') })
      .check();
    await page
      .getByRole('textbox', { name: t('playbackChannels.websites.allow') })
      .fill('*.school.th');
    const save = page.getByRole('button', { name: t('ui.save'), exact: true });
    await save.click();
    const asked = page.getByRole('dialog');
    await asked.getByText(t('playbackChannels.uses', { projects: 0, videos: 0 })).waitFor();
    await asked.getByRole('button', { name: t('playbackChannels.websites.ask.button') }).click();
    await asked.waitFor({ state: 'detached' });
    const required = page.getByRole('switch', { name: t('playbackChannels.signed.required') });
    assert.ok(await required.isDisabled(), 'without a key it can’t be required');
    const added = page.getByRole('combobox', { name: t('playbackChannels.signed.addKey') });
    await added.fill(keyId);
    await page.getByRole('option', { name: keyId }).waitFor();
    // The toast of the save before still covers the list.
    await added.press('ArrowDown');
    await added.press('Enter');
    await page
      .getByRole('button', { name: t('playbackChannels.signed.removeKeyOf', { keyId }) })
      .waitFor();
    await required.click();
    await save.click();
    await asked.getByRole('button', { name: t('playbackChannels.signed.ask.on.button') }).click();
    await page.getByText(t('playbackChannels.signed.lastKey')).waitFor();
    await shoot(page, 'playback-channel');
  });
  const { edgeUrl } = product;
  const host = `club.localhost:${new URL(edgeUrl).port}`;
  const path = '/streams/none/playlist.m3u8';
  await until(
    'the channel',
    async () => (await askEdge(host, '/.well-known/kinora-channel')).status === 200,
  );
  const expires = Math.floor(Date.now() / 1000) + 600;
  const text = ['GET', host, path, String(expires)].join('\n');
  const signature = createHmac('sha256', secret).update(text).digest('base64url');
  const signed = `${path}?x_key_id=${keyId}&x_expires=${expires}&x_signature=${signature}`;
  // There is no such video, which is all that anybody learns of it here.
  assert.deepEqual(await askEdge(host, signed), { status: 404, reason: 'video_not_found' });
  await addToProject();
  assert.equal((await askEdge('video.example.com', '/.well-known/kinora-channel')).status, 200);
  assert.equal((await askEdge('other.example.com', '/.well-known/kinora-channel')).status, 404);
});

/** The channel is added to a project in two steps, becomes its primary one, and the other one goes. */
async function addToProject(): Promise<void> {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${morning}/manage/defaults`);
    await page.getByRole('button', { name: t('playbackChannels.project.add') }).click();
    const dialog = page.getByRole('dialog');
    const next = dialog.getByRole('button', { name: t('playbackChannels.project.next') });
    assert.ok(await next.isDisabled(), 'nothing is picked');
    const team = dialog.getByRole('checkbox', { name: product.team, exact: true });
    assert.deepEqual([await team.isChecked(), await team.isDisabled()], [true, true]);
    await dialog.getByRole('checkbox', { name: 'club' }).check();
    await next.click();
    await dialog.getByRole('button', { name: t('playbackChannels.project.back') }).click();
    await next.click();
    await dialog.getByRole('button', { name: t('playbackChannels.project.confirm') }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const act = async (name: string, action: string) => {
      await row(name)
        .getByRole('button', { name: t('ui.actionsOf', { name }) })
        .click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await row('club').waitFor();
    await act('club', t('playbackChannels.project.makePrimary'));
    await dialog.getByText(t('playbackChannels.effects.signed', { name: 'club' })).waitFor();
    await dialog.getByRole('button', { name: t('playbackChannels.project.makePrimary') }).click();
    await row('club').getByText(t('playbackChannels.project.primary')).waitFor();
    await act(product.team, t('playbackChannels.project.remove'));
    await page.getByRole('button', { name: t('playbackChannels.project.removeButton') }).click();
    await row(product.team).waitFor({ state: 'detached' });
  });
}

async function addDomain({ page, t, allow, hush }: Visit): Promise<void> {
  const field = page.getByRole('textbox', { name: t('playbackChannels.domains.add.label') });
  const add = page.getByRole('button', {
    name: t('playbackChannels.domains.add.button'),
    exact: true,
  });
  allow(422, /playback-domains\/add$/);
  hush(/422/);
  await field.fill('127.0.0.1');
  await add.click();
  await page.getByText(t('problems.fields.invalid_domain')).first().waitFor();
  const domain = 'video.example.com';
  await field.fill('Video.Example.com');
  await add.click();
  // Nothing plays there before a record proves it.
  await page.getByText(t('playbackChannels.domains.pending')).waitFor();
  await page.getByText(t('playbackChannels.domains.result.unproven')).waitFor();
  assert.equal((await askEdge(domain, '/.well-known/kinora-channel')).status, 404);
  await shoot(page, 'domain-proof');
  const label = t('playbackChannels.domains.proof.recordOf', { type: 'TXT', domain });
  const read = (field: 'name' | 'value') =>
    page
      .getByRole('group', { name: label })
      .getByRole('textbox', { name: t(`playbackChannels.domains.proof.${field}`), exact: true })
      .innerText();
  texts[await read('name')] = [await read('value')];
  await page
    .getByRole('button', { name: t('playbackChannels.domains.checkOf', { domain }) })
    .click();
  await page.getByText(t('playbackChannels.domains.proven'), { exact: true }).waitFor();
}

test('a video is given countries of its own, whatever its project has', async () => {
  const [videoKey = ''] = await api.createVideos(morning, [{ title: 'ข่าวพิเศษ' }]);
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${morning}/videos/${videoKey}/geo-blocking`);
    await page.getByText(t('geoblockRules.video.by.none', { name: 'เพื่อนบ้าน 360' })).waitFor();
    await page.getByRole('radio', { name: t('geoblockRules.video.customRule') }).check();
    await addCountry(me, 'japan');
    await page.getByRole('button', { name: t('ui.save') }).click();
    await page.getByText(t('geoblockRules.video.by.customRule')).waitFor();
    await shoot(page, 'video-geo-blocking');
  });
  const { geoblockPolicy } = await api.video(videoKey);
  assert.equal(geoblockPolicy.type, 'customRule');
  assert.deepEqual(geoblockPolicy.appliedRule.allowCountryCodes, ['JP']);
});
