import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
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
const NAME = 'เซิร์ฟเวอร์ของโรงเรียน';
const PROJECT = 'บทเรียนลับ';
const clip = join(folder, 'ลับ.mp4');
await api.createKeyServer('ยังไม่ได้ตั้งค่า');
const serverId = await api.createKeyServer(NAME, keyServer);
const projectKey = await api.createProject({ name: PROJECT, key: 'secret' });
// This video is not encrypted, and stays so.
await api.untilReady(await api.upload(projectKey, 'ตัวอย่าง', clip));

const ofProject = (path: string) => `/${product.team}/projects/${projectKey}${path}`;
const settings = ofProject('/manage/settings');
const press = ({ page, t }: Visit, name: Parameters<Visit['t']>[0]) =>
  page.getByRole('button', { name: t(name), exact: true }).click();
const section = ({ page }: Visit) => page.locator('#encryption');
let videoKey = '';

test('a project chooses one of the active servers, whose key encrypts what is uploaded to it', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, settings);
    await section(me).getByText(t('keyServers.project.none')).waitFor();
    await section(me)
      .getByText(t('videos.encryption.keys.count', { known: 'exact', count: 0 }))
      .waitFor();
    await shoot(page, 'project-encryption-none');
    await section(me)
      .getByRole('button', { name: t('keyServers.project.change') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('keyServers.project.dialogTitle') });
    await dialog.getByRole('radio', { name: NAME }).check();
    assert.equal(await dialog.getByRole('radio').count(), 2);
    await shoot(page, 'project-encryption-choose');
    await dialog.getByRole('button', { name: t('ui.save') }).click();
    await page.getByText(t('keyServers.project.saved')).waitFor();
    await section(me).getByText(NAME, { exact: true }).waitFor();

    await page.goto(product.consoleUrl + ofProject('/upload'));
    videoKey = await uploadHere(me, clip, 'บทที่ 1');
    const { watchUrl, playbackUrls } = await api.untilReady(videoKey);
    const playlist = playbackUrls?.primaryPlaybackUrl.hls[0]?.url ?? assert.fail('no playlist');
    assert.ok((await readMediaPlaylist(playlist)).includes(KEY_LINE));
    await watchWithKey(me, watchUrl, keyServer);
  });
});

/** The first rendition of a multivariant playlist. */
async function readMediaPlaylist(url: string): Promise<string> {
  const main = await (await fetch(url)).text();
  const first = main.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '';
  return (await fetch(new URL(first, url))).text();
}

const KEY_LINE = `#EXT-X-KEY:METHOD=AES-128,URI="${keyServer.playbackEndpoint}?`;

test('all encrypted videos of a project get new keys by one press, and the others stay as they are', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, settings);
    const one = { known: 'exact', count: 1 } as const;
    await section(me).getByText(t('videos.encryption.keys.count', one)).waitFor();
    await shoot(page, 'project-encryption');
    const { playbackUrls } = await api.video(videoKey);
    const playlist = playbackUrls?.primaryPlaybackUrl.hls[0]?.url ?? '';
    const before = await readMediaPlaylist(playlist);
    await press(me, 'videos.encryption.keys.button');
    const dialog = page.getByRole('dialog', { name: t('videos.encryption.keys.title', one) });
    await dialog.getByText(t('videos.encryption.keys.text')).waitFor();
    await shoot(page, 'project-encryption-asks');
    // The list of jobs is read from there, too.
    const begun = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/v1/video-batches') && answer.request().method() === 'POST',
    );
    await dialog.getByRole('button', { name: t('videos.encryption.keys.button') }).click();
    assert.equal((await begun).status(), 202);
    await page
      .getByText(t('videos.batch.done', { action: 'rotateKeys', count: 1, project: '' }))
      .waitFor();
    await until('another key in the playlist', async () => {
      const now = await readMediaPlaylist(playlist);
      return now !== before && now.includes(KEY_LINE);
    });
  });
});

test('the server shows the project that chose it, which keeps it from being deleted', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/clear-key`);
    const row = page.getByRole('row').filter({ hasText: NAME });
    await row.getByText(PROJECT).waitFor();
    await shoot(page, 'key-servers-used');
    await row.getByRole('link', { name: NAME }).click();
    await page.getByText(t('keyServers.usedBy.note')).waitFor();
    await shoot(page, 'key-server-of-project');
    await press(me, 'keyServers.delete.button');
    const inUse = page.getByRole('dialog', { name: t('keyServers.end.inUse') });
    await inUse.getByRole('link', { name: PROJECT }).click();
    await page.waitForURL(`${product.consoleUrl}${settings}#encryption`);
    await section(me)
      .getByRole('button', { name: t('keyServers.project.change') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('keyServers.project.dialogTitle') });
    await dialog.getByRole('radio', { name: t('keyServers.project.none') }).check();
    await dialog.getByRole('button', { name: t('ui.save') }).click();
    await page.getByText(t('keyServers.project.saved')).waitFor();

    // Its video asks it again where it gets a new key.
    await page.goto(`${product.consoleUrl}/${product.team}/manage/key-servers/${serverId}`);
    await page.getByText(t('keyServers.usedBy.videosText')).waitFor();
    await press(me, 'keyServers.delete.button');
    await inUse.getByText(t('keyServers.end.videosText')).waitFor();
    await shoot(page, 'key-server-of-videos');
  });
});

test('a new key that does not come is waited for, and the video says why and where to look', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${projectKey}/videos/${videoKey}/advanced`);
    await keyServer.stop();
    await press(me, 'videos.protection.replaceKey.button');
    const dialog = page.getByRole('dialog', { name: t('videos.protection.replaceKey.title') });
    await dialog.getByRole('button', { name: t('videos.protection.replaceKey.button') }).click();
    await page.getByText(t('videos.protection.newKey.running')).waitFor();
    await page.getByText(t('videos.keyProblem.waiting')).waitFor();
    await page.getByText(t('videos.keyProblem.causes.connection_refused')).waitFor();
    await shoot(page, 'new-key-waits');
    await page.getByRole('link', { name: t('videos.keyProblem.toTest') }).click();
    await page.waitForURL(new RegExp(`/key-servers/${serverId}/test$`));
    // The test of a server that is away fails as a whole.
    await press(me, 'keyServers.test.again');
    await page.getByText(t('keyServers.attention.failedActive.title')).waitFor();
    const cause = t('keyServers.causes.failures.connection_refused');
    const { host } = new URL(keyServer.encodingEndpoint);
    await page.getByText(t('keyServers.causes.both', { host, cause }), { exact: true }).waitFor();
    assert.equal(await page.getByText(cause).count(), 1);
    // There is nothing to compare, so the checks are folded and say the cause no more.
    const check = page.getByRole('heading', { name: t('keyServers.checks.names.statusCode') });
    assert.equal(await check.isVisible(), false);
    await page.getByText(t('keyServers.test.checks')).click();
    await check.waitFor();
    assert.equal(await page.getByText(t('keyServers.checks.states.noResult')).count(), 10);
    await shoot(page, 'key-server-away');
    // As does one that couldn't be asked for.
    await page.route('**/api/v1/key-server/*/test', (route) => route.abort());
    await press(me, 'keyServers.test.again');
    await page.getByText(t('keyServers.test.broken')).waitFor();
    await shoot(page, 'key-server-test-broken');
  });
});
