import { generateKeyPairSync } from 'node:crypto';
import { getFromEdge } from './ask-edge.ts';
import { heading, inTeam, ofProject, type Screen } from './screen.ts';

/** The screens on which a team decides where and to whom its videos are delivered. */
export const deliveryScreens: readonly Screen[] = [
  {
    name: 'geo-blocking',
    open: async (me) => {
      await inTeam(me, '/manage/geo-blocking');
      await me.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'geo-blocking-create',
    open: async (me) => {
      await inTeam(me, '/manage/geo-blocking/create');
      await me.page
        .getByRole('textbox', { name: me.t('geoblockRules.fields.name') })
        .fill('เพื่อนบ้าน');
    },
  },
  {
    name: 'playback-channels',
    open: async (me) => {
      await inTeam(me, '/manage/playback-channels');
      await me.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'playback-channel',
    open: async (me) => {
      await me.page.getByRole('table').getByRole('link').first().click();
      await heading(me, me.t('playbackChannels.websites.title'), 2);
    },
  },
  {
    name: 'url-signing-keys',
    open: async (me) => {
      await inTeam(me, '/manage/url-signing-keys');
      await me.page.getByRole('main').getByRole('link').first().waitFor();
    },
  },
  {
    name: 'url-signing-key-create',
    open: async (me) => {
      await inTeam(me, '/manage/url-signing-keys/create');
      await me.page.getByRole('button', { name: me.t('urlSigningKeys.create.button') }).waitFor();
    },
  },
  {
    name: 'multi-drm',
    open: async (me) => {
      const { page, t } = me;
      await inTeam(me, '/manage/multi-drm');
      await page.getByRole('textbox', { name: t('drmConfigs.add.name') }).fill('เว็บไซต์');
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
      await page.getByRole('textbox', { name: t('drmConfigs.add.publicKey') }).fill(pem);
      await page.getByRole('button', { name: t('drmConfigs.add.button') }).click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'multi-drm-fairplay',
    open: async ({ page, t }) => {
      const words = { action: t('drmConfigs.setUp'), service: 'FairPlay' };
      await page.getByRole('button', { name: t('drmConfigs.nameOf', words) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: t('drmConfigs.form.save') }).click();
      await dialog.getByText(t('drmConfigs.problems.required')).first().waitFor();
    },
  },
  {
    name: 'multi-drm-test',
    open: async (me) => {
      await inTeam(me, '/manage/multi-drm/test');
      await me.page.getByText(me.t('drmConfigs.trial.yes')).first().waitFor();
      await me.page.getByText(me.t('drmConfigs.trial.none')).waitFor();
    },
  },
  {
    name: 'players-empty',
    open: async (me) => {
      await inTeam(me, '/manage/players');
      await heading(me, me.t('players.empty.title'), 2);
    },
  },
  {
    name: 'player-create',
    open: async (me) => {
      const { page, t } = me;
      await inTeam(me, '/manage/players/create');
      await page.getByRole('textbox', { name: t('players.fields.name') }).fill('หน้าเว็บ');
      await page.getByRole('switch', { name: t('players.fields.errorScreensEnabled') }).click();
      await heading(me, t('players.screens.titles.451'), 3);
    },
  },
  {
    name: 'project-members',
    open: async (me, scene) => {
      await ofProject(me, scene, '/manage/members');
      await me.page.getByRole('table', { name: me.t('projectMembers.table') }).waitFor();
    },
  },
  {
    name: 'project-members-add',
    open: async ({ page, t }) => {
      await page.getByRole('button', { name: t('projectMembers.add.action') }).click();
      const dialog = page.getByRole('dialog', { name: t('projectMembers.add.title') });
      await dialog.getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'project-settings',
    open: async (me, scene) => {
      await ofProject(me, scene, '/manage/settings');
      await heading(me, me.t('players.project.title'), 2);
    },
  },
  {
    name: 'project-player-change',
    open: async ({ page, t }) => {
      await page.getByRole('button', { name: t('players.project.change'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('players.project.dialogTitle') });
      await dialog.getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'project-encryption-change',
    open: async (me, scene) => {
      const { page, t } = me;
      await ofProject(me, scene, '/manage/settings');
      const section = page.locator('#encryption');
      await section.getByRole('button', { name: t('keyServers.project.change') }).click();
      const dialog = page.getByRole('dialog', { name: t('keyServers.project.dialogTitle') });
      await dialog.getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'project-rule-change',
    open: async (me, scene) => {
      const { page, t } = me;
      await ofProject(me, scene, '/manage/defaults');
      await page.getByRole('button', { name: t('geoblockRules.project.change') }).click();
      const dialog = page.getByRole('dialog', { name: t('geoblockRules.project.dialogTitle') });
      await dialog.getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'project-channels-add',
    open: async (me, scene) => {
      const { page, t } = me;
      await ofProject(me, scene, '/manage/defaults');
      await page.getByRole('button', { name: t('playbackChannels.project.add') }).click();
      const dialog = page.getByRole('dialog', { name: t('playbackChannels.project.pickTitle') });
      await dialog.getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'access-check',
    open: async (me, { watchUrl }) => {
      const { page, t } = me;
      await inTeam(me, '/manage/access-checks');
      await page
        .getByRole('textbox', { name: t('accessChecks.fields.url'), exact: true })
        .fill(watchUrl);
      await page.getByRole('button', { name: t('accessChecks.check') }).click();
      await heading(me, t('accessChecks.result'), 2);
    },
  },
  {
    name: 'access-check-request',
    open: async (me, { watchUrl }) => {
      const { page, t } = me;
      const refused = await getFromEdge(new URL('/embed/none', watchUrl).href);
      await inTeam(me, '/manage/access-checks');
      await page.getByText(t('accessChecks.by.request'), { exact: true }).click();
      await page
        .getByRole('textbox', { name: t('accessChecks.fields.requestId') })
        .fill(String(refused.headers['x-request-id']));
      await page.getByRole('button', { name: t('accessChecks.check') }).click();
      await heading(me, t('accessChecks.refusal.title'), 2);
    },
  },
  {
    name: 'signed-url',
    open: async (me) => {
      await inTeam(me, '/manage/signed-url');
      await me.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'allowed-blocked-website',
    open: async (me) => {
      await inTeam(me, '/manage/allowed-blocked-website');
      await me.page.getByRole('table').getByRole('button').first().click();
      await me.page.getByRole('dialog').getByText(me.t('playbackChannels.websites.deny')).waitFor();
    },
  },
  {
    name: 'video-geo-blocking',
    open: async (me, scene) => {
      await ofProject(me, scene, `/videos/${scene.videoKey}/geo-blocking`);
      await me.page.getByRole('radio', { name: me.t('geoblockRules.video.customRule') }).check();
      await me.page.getByRole('combobox', { name: me.t('geoblockRules.fields.deny') }).waitFor();
    },
  },
  {
    name: 'upload-custom-rule',
    open: async (me, scene) => {
      await ofProject(me, scene, '/upload');
      await me.page.getByRole('combobox', { name: me.t('uploads.settings.rule') }).click();
      await me.page.getByRole('option', { name: me.t('uploads.settings.customRule') }).click();
      await me.page.getByRole('combobox', { name: me.t('geoblockRules.fields.deny') }).waitFor();
    },
  },
];
