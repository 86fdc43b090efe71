import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Me } from '@kinora/contract/accounts';
import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { UrlSigningKey } from '@kinora/contract/url-signing-keys';
import { openApi } from './api.ts';
import { examine } from './examine.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser, texts } = await startForTests();
const api = await openApi(product);
const inManage = (path: string) => `/${product.team}/manage/${path}`;
const rowOf = ({ page }: Visit, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = ({ page }: Visit) => page.getByRole('dialog');

async function openMenu(me: Visit, name: string): Promise<void> {
  const { page, t } = me;
  await page.getByRole('button', { name: t('ui.actionsOf', { name }) }).click();
}

async function choose(me: Visit, name: string, action: string): Promise<void> {
  await openMenu(me, name);
  await me.page.getByRole('menuitem', { name: action, exact: true }).click();
}

const createKey = () => api.write('POST', '/api/v1/url-signing-keys', {}) as Promise<UrlSigningKey>;

async function createChannel(
  name: string,
  { keys, isRequired }: { keys: readonly UrlSigningKey[]; isRequired: boolean },
): Promise<PlaybackChannel> {
  const path = '/api/v1/playback-channels';
  const channel = (await api.write('POST', path, { name })) as PlaybackChannel;
  const urlSigningKeyIds = keys.map(({ id }) => id);
  const signedUrl = `${path}/${channel.id}/signed-url`;
  await api.write('POST', `${signedUrl}/url-signing-keys`, { urlSigningKeyIds });
  await api.write('PUT', signedUrl, { required: isRequired });
  return channel;
}

const createRule = (name: string, allowCountryCodes: string[]) =>
  api.write('POST', '/api/v1/geoblock-rules', { name, allowCountryCodes }) as Promise<GeoblockRule>;

/** Members can't be added to a team yet, so the answer about the signed-in account is changed. */
async function becomeMember({ page }: Visit): Promise<void> {
  await page.route('**/api/auth/v1/me', async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    const me = (await answer.json()) as Me;
    const teams = me.teams.map((team) => ({ ...team, role: 'user' }));
    return route.fulfill({ response: answer, json: { ...me, teams } });
  });
}

test('a plain member looks at how channels are signed, and edits nothing', async () => {
  const key = await createKey();
  const channel = await createChannel('for_members', { keys: [key], isRequired: true });
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('signed-url'));
    const editOf = t('playbackChannels.policies.editOf', { name: channel.name });
    await page.getByRole('link', { name: editOf }).waitFor();
    await becomeMember(me);
    await page.reload();
    const row = rowOf(me, channel.name);
    await row.getByText(t('playbackChannels.policies.signed.enabled')).waitFor();
    assert.equal(await page.getByRole('link', { name: editOf }).count(), 0);
    const viewOf = t('playbackChannels.policies.viewOf', { name: channel.name });
    await page.getByRole('button', { name: viewOf }).click();
    await dialogOf(me).getByText(key.keyId, { exact: true }).waitFor();
    for (const role of ['switch', 'textbox', 'combobox', 'link'] as const) {
      assert.equal(await dialogOf(me).getByRole(role).count(), 0, role);
    }
    await shoot(page, 'signed-url-member');
    await page.goto(product.consoleUrl + inManage(`playback-channels/${channel.id}`));
    await page.getByText(t('ui.managersOnly.title')).waitFor();
    assert.equal(await page.getByRole('main').getByRole('switch').count(), 0);
    await shoot(page, 'channel-member');
  });
});

test('the secret of a key is shown again, and a key goes once its id is typed', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('url-signing-keys/create'));
    await page.getByRole('button', { name: t('urlSigningKeys.create.button') }).click();
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
    const keyId = await field(t('urlSigningKeys.keyId')).innerText();
    const secret = await field(t('urlSigningKeys.secret.secret')).innerText();
    const guide = page.waitForEvent('popup');
    await page.getByRole('link', { name: t('ui.readOn') }).click();
    const docs = await guide;
    await docs.getByText('function sign_address').waitFor();
    await docs.close();
    const main = page.getByRole('main');
    await page.goto(product.consoleUrl + inManage('url-signing-keys'));
    await choose(me, keyId, t('urlSigningKeys.secret.action'));
    await dialogOf(me)
      .getByRole('heading', { name: t('urlSigningKeys.secret.title', { keyId }) })
      .waitFor();
    assert.equal(await field(t('urlSigningKeys.secret.secret')).innerText(), secret);
    await page.keyboard.press('Escape');
    await choose(me, keyId, t('ui.things.delete'));
    const button = dialogOf(me).getByRole('button', { name: t('ui.things.delete') });
    const typed = dialogOf(me).getByRole('textbox', { name: t('urlSigningKeys.keyId') });
    for (const wrong of ['', keyId.slice(1), `${keyId}x`]) {
      await typed.fill(wrong);
      assert.ok(await button.isDisabled(), wrong);
    }
    await typed.press('Enter');
    assert.ok(await typed.isVisible(), 'nothing is sent by Enter either');
    await typed.fill(keyId);
    await button.click();
    await dialogOf(me).waitFor({ state: 'detached' });
    await main.getByText(keyId, { exact: true }).waitFor({ state: 'detached' });
  });
});

test('a new key goes to a channel and is required there, and its list is where one comes back to', async () => {
  const other = await createKey();
  const channel = await createChannel('for_subscribers', { keys: [other], isRequired: false });
  for (const [lang, width] of [
    ['th', 360],
    ['en', 1280],
  ] as const) {
    await api.setLanguage(lang);
    await visit({ product, browser }, { lang, width, reducedMotion: 'reduce' }, async (me) => {
      const { page, t } = me;
      await signIn(me, inManage('url-signing-keys'));
      await page.getByRole('link', { name: t('urlSigningKeys.create.button') }).click();
      await page.getByRole('button', { name: t('urlSigningKeys.create.button') }).click();
      const field = page.getByRole('textbox', { name: t('urlSigningKeys.keyId') });
      const keyId = await field.innerText();
      const done = page.getByRole('link', { name: t('urlSigningKeys.create.close') });
      assert.ok((await done.getAttribute('href'))?.endsWith('/url-signing-keys'));
      await page.getByRole('link', { name: t('urlSigningKeys.use') }).click();
      await page.getByRole('combobox', { name: t('playbackChannels.useKey.channel') }).click();
      await page.getByRole('option', { name: channel.name }).click();
      const name = channel.name;
      await page.getByRole('button', { name: t('playbackChannels.useKey.add', { name }) }).click();
      const keys = page.getByRole('list', { name: t('playbackChannels.signed.keys') });
      // Ids are random, so date and creator must tell keys apart.
      const rows = keys.getByRole('listitem').filter({ hasText: keyId });
      await rows.getByText(name).waitFor();
      assert.deepEqual(await examine(page), []);
      await shoot(page, `key-used-${width}-${lang}`);
      await page.getByRole('switch', { name: t('playbackChannels.signed.required') }).click();
      await page.getByRole('button', { name: t('ui.save'), exact: true }).click();
      const ask = lang === 'th' ? 'on' : 'off';
      await dialogOf(me)
        .getByRole('button', { name: t(`playbackChannels.signed.ask.${ask}.button`) })
        .click();
      await dialogOf(me).waitFor({ state: 'detached' });
      const required = page.getByRole('switch', { name: t('playbackChannels.signed.required') });
      assert.equal(await required.isChecked(), lang === 'th');
    });
  }
});

test('country rules are found in English too, by continent, duplicated and made the default', async () => {
  await api.setLanguage('en');
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage('geo-blocking/create'));
    await page.getByRole('textbox', { name: t('geoblockRules.fields.name') }).fill('Far away');
    const denied = page.getByRole('group', { name: t('geoblockRules.fields.deny'), exact: true });
    for (const [typed, shown] of [
      ['ญี่ปุ่น', 'Japan'],
      ['germ', 'Germany'],
    ] as const) {
      const field = denied.getByRole('combobox');
      await field.fill(typed);
      await page.getByRole('option', { name: shown }).click();
      await denied.getByText(shown, { exact: true }).waitFor();
    }
    await denied.getByRole('button', { name: t('geoblockRules.picker.continent.oceania') }).click();
    await denied.getByText('New Zealand', { exact: true }).waitFor();
    await page.getByRole('button', { name: t('geoblockRules.create') }).click();
    await rowOf(me, 'Far away').waitFor();
    await choose(me, 'Far away', t('ui.things.duplicate'));
    const copy = t('ui.things.copyOf', { name: 'Far away' });
    const name = page.getByRole('textbox', { name: t('geoblockRules.fields.name') });
    await name.waitFor();
    assert.equal(await name.inputValue(), copy);
    await denied.getByText('New Zealand', { exact: true }).waitFor();
    await page.getByRole('button', { name: t('geoblockRules.create') }).click();
    await choose(me, copy, t('geoblockRules.makeDefault'));
    await rowOf(me, copy).getByText(t('geoblockRules.isDefault'), { exact: true }).waitFor();
    await openMenu(me, copy);
    const remove = page.getByRole('menuitem', { name: t('ui.things.delete') });
    assert.ok(await remove.isDisabled(), 'the default stays');
  });
});

test('a change of a country rule is taken back by its toast', async () => {
  const rule = await createRule('เฉพาะในไทย', ['TH']);
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage(`geo-blocking/${rule.id}`));
    const allowed = page.getByRole('group', { name: t('geoblockRules.fields.allow'), exact: true });
    await allowed.getByRole('combobox').fill('ลาว');
    await allowed.getByRole('combobox').press('Enter');
    await page.getByRole('button', { name: t('ui.save'), exact: true }).click();
    await page.getByText(t('ui.things.saved', { name: rule.name })).waitFor();
    const countries = async () => {
      const url = `${product.consoleUrl}/api/v1/geoblock-rules?limit=100`;
      const answer = await page.request.get(url, { headers: { 'x-team': product.team } });
      const { data } = (await answer.json()) as { data: GeoblockRule[] };
      return data.find(({ id }) => id === rule.id)?.allowCountryCodes.toSorted();
    };
    assert.deepEqual(await countries(), ['LA', 'TH']);
    await page.getByRole('button', { name: t('ui.undo'), exact: true }).click();
    await page.getByText(t('ui.undone')).waitFor();
    assert.deepEqual(await countries(), ['TH']);
  });
});

test('a domain that leads nowhere is said to, with what to do', async () => {
  const channel = await createChannel('checked', { keys: [], isRequired: false });
  // RFC 2606 §2: no resolver knows a name below `.invalid`.
  const domain = 'video.kinora.invalid';
  const add = `/api/v1/playback-channels/${channel.id}/playback-domains/add`;
  await api.write('POST', add, { domains: [domain] });
  texts[`_kinora.${domain}`] = [`kinora-channel=${channel.id}`];
  await api.write('POST', add.replace(/add$/, 'check'), { domain });
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inManage(`playback-channels/${channel.id}`));
    const check = page.getByRole('button', {
      name: t('playbackChannels.domains.checkOf', { domain }),
    });
    await check.click();
    const said = page.getByRole('status').filter({
      hasText: t('playbackChannels.domains.result.unresolved'),
    });
    const host = channel.defaultPlaybackDomain.replace(/:\d+$/, '');
    await said.getByText(t('playbackChannels.domains.howTo', { host })).waitFor();
    await shoot(page, 'domain-check');
  });
});

const MANY = 12;

/** A rule and a player that projects have, more of them than are named. */
async function prepareUsed() {
  const rule = await createRule('ประเทศเพื่อนบ้านของรายการข่าวเช้า', ['TH', 'LA']);
  const playerId = await api.createPlayer('เพลเยอร์ห้องข่าว', '#12ab34');
  const projects = [];
  for (let made = 0; made < MANY; made += 1) {
    const key = await api.createProject({ name: `รายการที่ ${made}`, key: `programme-${made}` });
    await api.write('PUT', `/api/v1/projects/${key}`, { geoblockRuleId: rule.id, playerId });
    projects.push(key);
  }
  const [video = ''] = await api.createVideos(projects[0] ?? '', [{ title: 'ข่าวพิเศษ' }]);
  const geoblockPolicy = { type: 'existingRule', ruleId: rule.id };
  await api.write('PUT', `/api/v1/videos/${video}`, { geoblockPolicy });
  return rule;
}

test('what can’t be deleted is said with what uses it, in both languages', async () => {
  const rule = await prepareUsed();
  const [free, only] = [await createKey(), await createKey()];
  await createChannel('members_only', { keys: [only], isRequired: true });
  await createChannel('everybody', { keys: [free, only], isRequired: false });
  for (const [lang, width] of [
    ['th', 360],
    ['en', 1280],
  ] as const) {
    await api.setLanguage(lang);
    await visit({ product, browser }, { lang, width, reducedMotion: 'reduce' }, async (me) => {
      const { page, t } = me;
      const dialog = dialogOf(me);
      const show = async (name: string) => {
        assert.deepEqual(await examine(page), [], name);
        await shoot(page, `${name}-${width}-${lang}`);
      };
      await signIn(me, inManage('geo-blocking'));
      await choose(me, rule.name, t('ui.things.delete'));
      await dialog.getByText(t('ui.uses.more', { count: MANY - 10 })).waitFor();
      await dialog.getByRole('link', { name: 'ข่าวพิเศษ' }).waitFor();
      await show('rule-in-use');
      await dialog.getByRole('link', { name: 'รายการที่ 0' }).click();
      await page.locator('#geoblocking').getByText(rule.name, { exact: true }).waitFor();
      await page.goto(product.consoleUrl + inManage('players'));
      await choose(me, 'เพลเยอร์ห้องข่าว', t('ui.things.delete'));
      await dialog.getByText(t('ui.uses.more', { count: MANY - 10 })).waitFor();
      await show('player-in-use');
      await page.goto(product.consoleUrl + inManage('url-signing-keys'));
      await choose(me, free.keyId, t('ui.things.delete'));
      await dialog.getByRole('heading', { name: t('urlSigningKeys.delete.inUse') }).waitFor();
      await dialog.getByRole('link', { name: 'everybody' }).waitFor();
      await show('key-in-use');
      await page.keyboard.press('Escape');
      await choose(me, only.keyId, t('ui.things.delete'));
      await dialog.getByRole('heading', { name: t('urlSigningKeys.delete.required') }).waitFor();
      assert.equal(await dialog.getByText(t('urlSigningKeys.delete.onlyKey')).count(), 1);
      await show('key-required');
      await page.goto(product.consoleUrl + inManage('url-signing-keys/create'));
      await page.getByRole('button', { name: t('urlSigningKeys.create.button') }).click();
      await page.getByRole('link', { name: t('ui.readOn') }).waitFor();
      await show('key-created');
    });
  }
});
