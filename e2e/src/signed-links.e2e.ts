import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openApi } from './api.ts';
import { openEdge } from './ask-edge.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, 'short.mp4'), { seconds: 2 }),
);
const api = await openApi(product);
const askEdge = openEdge(product);
const CHANNELS = '/api/v1/playback-channels';

/** A channel that two keys sign for, and requires it. */
async function createSignedChannel(name: string): Promise<string> {
  const { id } = (await api.write('POST', CHANNELS, { name })) as { id: string };
  for (const key of [1, 2]) {
    const made = (await api.write('POST', '/api/v1/url-signing-keys', {})) as { id: string };
    assert.ok(made.id, `key ${key}`);
    const path = `${CHANNELS}/${id}/signed-url/url-signing-keys`;
    await api.write('POST', path, { urlSigningKeyIds: [made.id] });
  }
  await api.write('PUT', `${CHANNELS}/${id}/signed-url`, { required: true });
  return id;
}

const channelId = await createSignedChannel('members');
const lessons = await api.createProject({ name: 'บทเรียน', key: 'lessons' });
const open = await api.createProject({ name: 'เปิดให้ทุกคน', key: 'open' });
await api.write('POST', `/api/v1/projects/${lessons}/playback-channels/add`, {
  playbackChannelIds: [channelId],
});
await api.write('POST', `/api/v1/projects/${lessons}/playback-channels/primary`, {
  playbackChannelId: channelId,
});
const { id: playerId } = (await api.write('POST', '/api/v1/players', {
  name: 'ห้องเรียน',
  options: { color: '#12ab34', adsEnabled: false },
})) as { id: string };
await api.write('PUT', `/api/v1/projects/${lessons}`, { playerId });
const videoKey = await api.upload(lessons, 'บทที่หนึ่ง', join(folder, 'short.mp4'));
await api.untilReady(videoKey);
const videoPath = `/${product.team}/projects/${lessons}/videos/${videoKey}/overview`;

async function getStatus(url: string): Promise<number> {
  const { host, pathname, search } = new URL(url);
  return (await askEdge(host, pathname + search)).status;
}

test('the share card gives out links that play, and no others', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, videoPath);
    await page.getByText(t('videos.links.signed.required'), { exact: true }).waitFor();
    const watch = page.getByRole('textbox', { name: t('videos.links.watch'), exact: true });
    assert.equal(await watch.count(), 0, 'a plain link would not play');
    assert.equal(
      await page.getByRole('button', { name: t('videos.actions.copyWatch'), exact: true }).count(),
      0,
    );
    await page.getByRole('button', { name: t('videos.links.signed.create') }).click();
    const signed = await watch.innerText();
    assert.match(signed, /x_signature=/);
    const plain = signed.split('?')[0] ?? '';
    assert.deepEqual([await getStatus(signed), await getStatus(plain)], [200, 403]);
    // The project plays on the team's first channel as well, which demands no signature.
    const onOpen = page.getByRole('textbox', {
      name: t('videos.links.plain', { name: product.team }),
    });
    assert.equal(await getStatus(await onOpen.innerText()), 200);
    await page.getByRole('textbox', { name: t('videos.links.start') }).fill('0:01');
    assert.equal(await getStatus(await watch.innerText()), 200, 'with a start, too');
    await shoot(page, 'signed-links');
    // A link made for one term disappears when another term is chosen.
    await page.getByRole('combobox', { name: t('videos.links.signed.lasts') }).click();
    await page.getByRole('option', { name: t('videos.links.signed.terms.week') }).click();
    await watch.waitFor({ state: 'detached' });
  });
});

test('the menu of a list leads to signed links as well', async () => {
  await visit({ product, browser }, { width: 360, height: 740 }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${lessons}`);
    const title = 'บทที่หนึ่ง';
    await page.getByRole('button', { name: t('videos.list.actions', { title }) }).click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    assert.equal(await items.filter({ hasText: t('videos.actions.copyHls') }).count(), 0);
    await page.getByRole('menuitem', { name: t('videos.actions.share') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('videos.links.signed.create') }).click();
    const watch = dialog.getByRole('textbox', { name: t('videos.links.watch'), exact: true });
    assert.equal(await getStatus(await watch.innerText()), 200);
    await shoot(page, 'signed-links-360');
  });
});

test('a video says who may watch it, and the console plays with its project’s player', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, videoPath);
    await page
      .getByText(
        t('playbackChannels.access.verdicts.signedHere', { name: 'members', limited: 'false' }),
      )
      .waitFor();
    const player = page.locator('kinora-player');
    await player.waitFor();
    assert.match((await player.getAttribute('options')) ?? '', /#12ab34/);
    await page.getByRole('link', { name: t('playbackChannels.access.why') }).click();
    await page.getByRole('button', { name: t('accessChecks.check') }).click();
    await page.getByRole('link', { name: t('accessChecks.places.channel') }).click();
    await page.getByRole('heading', { name: 'members', level: 1 }).waitFor();
  });
});

test('to stop requiring signatures is asked about, and taken back', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/playback-channels/${channelId}`);
    const required = page.getByRole('switch', { name: t('playbackChannels.signed.required') });
    const save = page.getByRole('button', { name: t('ui.save'), exact: true });
    assert.equal(await save.count(), 0, 'nothing is to be saved yet');
    await required.click();
    await save.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('playbackChannels.uses', { projects: 1, videos: 1 })).waitFor();
    await shoot(page, 'signed-url-question');
    await dialog.getByRole('button', { name: t('ui.cancel') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('ui.form.discard'), exact: true }).click();
    assert.ok(await required.isChecked(), 'nothing was changed');
    await required.click();
    await page.keyboard.press('Control+s');
    await dialog.getByRole('button', { name: t('playbackChannels.signed.ask.off.button') }).click();
    await page.getByRole('button', { name: t('ui.undo'), exact: true }).click();
    await page.getByText(t('ui.undone'), { exact: true }).waitFor();
    assert.ok(await required.isChecked());
  });
});

test('a move says which links stop playing', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${lessons}`);
    await page.getByRole('row').getByRole('checkbox').last().check();
    await page.getByRole('button', { name: t('videos.batch.actions.move') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: new RegExp(open) }).check();
    const hosts = `members.localhost:${new URL(product.edgeUrl).port}`;
    await dialog.getByText(t('videos.batch.move.effects.lost', { hosts })).waitFor();
    await shoot(page, 'move-effects');
  });
});
