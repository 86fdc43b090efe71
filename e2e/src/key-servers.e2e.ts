import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startCustomerKeyServer, watchWithKey } from './customer-key-server.ts';
import { startOwnForTests } from './started.ts';
import { uploadHere } from './uploading.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser, folder } = await startOwnForTests(
  (made) => makeClip(join(made, 'ลับ.mp4'), { seconds: 4 }),
  // The customer's key server runs on loopback.
  { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
);
const keyServer = await startCustomerKeyServer();
after(() => keyServer.stop());
const api = await openApi(product);

const inManage = (path: string) => `/${product.team}/manage/${path}`;
const NAME = 'เซิร์ฟเวอร์ของโรงเรียน';
const PRESET = 'เข้ารหัสทั้งหมด';
let projectKey = '';

const field = ({ page, t }: Visit, name: Parameters<Visit['t']>[0]) =>
  page.getByRole('textbox', { name: t(name), exact: true });
const press = ({ page, t }: Visit, name: Parameters<Visit['t']>[0]) =>
  page.getByRole('button', { name: t(name), exact: true }).click();
const tab = ({ page, t }: Visit, name: Parameters<Visit['t']>[0]) =>
  page.getByRole('navigation', { name: t('keyServers.tabs.label') }).getByRole('link', {
    name: new RegExp(`^${t(name)}`),
  });

/** The row of a check. */
const check = ({ page }: Visit, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) });

async function saveSettings(me: Visit, secrets: boolean): Promise<void> {
  await field(me, 'keyServers.fields.encodingEndpoint').fill(keyServer.encodingEndpoint);
  await field(me, 'keyServers.fields.playbackEndpoint').fill(keyServer.playbackEndpoint);
  if (secrets) {
    await field(me, 'keyServers.fields.encoderSecret').fill(keyServer.encoderSecret);
    await field(me, 'keyServers.fields.tokenSecret').fill(keyServer.tokenSecret);
  }
  await press(me, 'ui.save');
  await me.page.waitForURL(/\/test$/);
}

test('a person sets up a key server, mends it by what its test says, and activates it', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('key-servers'));
    await page.waitForURL(product.consoleUrl + inManage('clear-key'));
    await page.getByRole('heading', { name: t('keyServers.empty.title') }).waitFor();
    await shoot(page, 'key-servers-empty');
    await press(me, 'keyServers.create.button');
    const dialog = page.getByRole('dialog', { name: t('keyServers.create.title') });
    await dialog.getByRole('textbox', { name: t('keyServers.fields.name') }).fill(NAME);
    await dialog.getByRole('button', { name: t('keyServers.create.button') }).click();
    await page.waitForURL(/\/settings$/);
    await page.getByText(t('keyServers.attention.configure.title')).waitFor();
    await field(me, 'keyServers.fields.encodingEndpoint').fill('ftp://keys.example.com');
    await press(me, 'ui.save');
    await page.getByText(t('keyServers.problems.endpoint')).waitFor();
    await shoot(page, 'key-server-settings');

    // The customer's server has secrets of its own, which Kinora does not know yet.
    await saveSettings(me, false);
    await page.getByText(t('keyServers.attention.test.text')).waitFor();
    await press(me, 'keyServers.test.button');
    const status = check(me, t('keyServers.checks.names.statusCode'));
    await status.getByText('403', { exact: true }).waitFor();
    await status.getByText('401', { exact: true }).waitFor();
    await page.getByText(t('keyServers.attention.failed.title')).waitFor();
    const persisted = check(me, t('keyServers.checks.names.encryptionKeyPersisted'));
    assert.equal(await persisted.getByText(t('keyServers.checks.values.no_key')).count(), 2);
    const activate = page.getByRole('button', { name: t('keyServers.activate.button') });
    assert.equal(await activate.count(), 0);
    await tab(me, 'keyServers.tabs.test').getByText('10', { exact: true }).waitFor();
    await shoot(page, 'key-server-failed');

    await page.getByRole('link', { name: t('keyServers.attention.toSettings') }).click();
    await page.waitForURL(/\/settings$/);
    await saveSettings(me, true);
    await press(me, 'keyServers.test.button');
    await page.getByText(t('keyServers.attention.activate.title')).waitFor();
    await shoot(page, 'key-server-tested');
    await activate.click();
    await page.getByText(t('keyServers.attention.ready.title'), { exact: true }).waitFor();
    await press(me, 'keyServers.secrets.show');
    const secret = page.getByRole('textbox', { name: t('keyServers.fields.encoderSecret') });
    await secret.getByText(keyServer.encoderSecret).waitFor();
    await shoot(page, 'key-server-info');
  });
});

test('a preset encrypts by the server, and a video of it plays with the key that the server gives', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('presets/create'));
    await page.getByRole('radio', { name: 'VOD (Classic Model)' }).check();
    await press(me, 'presets.create.next');
    await field(me, 'presets.fields.name').fill(PRESET);
    for (const name of ['1080p', '720p']) {
      await page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false }).click();
    }
    const switches = page.getByRole('switch', { name: t('presets.encryption.label') });
    await switches.first().click();
    await switches.nth(1).click();
    // The only active server is chosen by itself, for both.
    const servers = page.getByRole('combobox', { name: t('presets.encryption.server') });
    assert.deepEqual(
      await Promise.all([servers.first().inputValue(), servers.nth(1).inputValue()]),
      [NAME, NAME],
    );
    await shoot(page, 'preset-encryption');
    await press(me, 'presets.form.create');
    await page.getByText(t('presets.create.done', { name: PRESET })).waitFor();
    const preset = (await api.presets()).find(({ name }) => name === PRESET);
    const presetId = preset?.id ?? assert.fail('no preset');
    projectKey = await api.createProject({ name: 'วิดีโอลับ', key: 'secret', presetId });

    await page.goto(`${product.consoleUrl}/${product.team}/projects/${projectKey}/upload`);
    const videoKey = await uploadHere(me, join(folder, 'ลับ.mp4'), 'บทเรียนลับ');
    const { watchUrl } = await api.untilReady(videoKey);
    const viewer = await watchWithKey(me, watchUrl, keyServer);
    await shoot(viewer, 'encrypted-video');
    await viewer.close();

    // The console plays the video in a page of the edge, as its own policy forbids requests to the key
    // server.
    await page.goto(`${product.consoleUrl}/${product.team}/videos/${videoKey}`);
    await page.getByRole('link', { name: t('videos.detail.overview') }).click();
    const frame = page.frameLocator('iframe');
    const askedAgain = page.waitForResponse((one) =>
      one.url().startsWith(keyServer.playbackEndpoint),
    );
    await frame
      .getByRole('button', { name: t('player.play') })
      .first()
      .click();
    assert.equal((await askedAgain).status(), 200);
    await shoot(page, 'encrypted-preview');

    await page.goto(`${product.consoleUrl}${inManage(`presets/${presetId}`)}`);
    await page.getByText(t('presets.fixed.inUse.title')).waitFor();
    await page.getByRole('link', { name: NAME }).click();
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
    await shoot(page, 'key-server-in-use');
  });
});

test('a server that presets use is not deleted, and a change of it is asked about and lets videos wait', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('clear-key'));
    const row = page.getByRole('row').filter({ hasText: NAME });
    await row.getByText(t('keyServers.states.active')).waitFor();
    await row.getByText(PRESET).waitFor();
    await shoot(page, 'key-servers');
    await row.getByRole('link', { name: NAME }).click();
    await press(me, 'keyServers.delete.button');
    const inUse = page.getByRole('dialog', { name: t('keyServers.end.inUse') });
    await inUse.getByRole('link', { name: PRESET }).waitFor();
    await page.keyboard.press('Escape');
    await tab(me, 'keyServers.tabs.settings').click();
    await field(me, 'keyServers.fields.secretHeaderName').fill('X-Our-Secret');
    await press(me, 'ui.save');
    const asks = page.getByRole('dialog', { name: t('keyServers.settings.stops') });
    await asks.getByRole('link', { name: PRESET }).waitFor();
    await asks.getByRole('button', { name: t('keyServers.settings.saveAnyway') }).click();
    await page.waitForURL(/\/test$/);
    await page.getByText(t('keyServers.attention.test.text')).waitFor();

    // A video of the preset waits, and says for what.
    const videoKey = await api.upload(projectKey, 'บทเรียนที่รอคีย์', join(folder, 'ลับ.mp4'));
    await page.goto(
      `${product.consoleUrl}/${product.team}/projects/${projectKey}/videos/${videoKey}/information`,
    );
    await page.getByText(t('videos.keyProblem.waiting')).waitFor();
    await page.getByText(t('videos.keyProblem.causes.inactive')).waitFor();
    await shoot(page, 'video-waits-for-key');
    await page.getByRole('link', { name: t('videos.keyProblem.toTest') }).click();
    await page.waitForURL(/\/key-servers\/[^/]+\/test$/);
  });
});
