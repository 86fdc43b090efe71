import { heading, inTeam, ofProject, type Screen } from './screen.ts';

export const emptyPresetScreens: readonly Screen[] = [
  {
    name: 'overlays-empty',
    open: async (me) => {
      await inTeam(me, '/manage/presets/overlays');
      await me.page.getByRole('heading', { name: me.t('overlayPresets.empty.title') }).waitFor();
    },
  },
];

/** Presets, overlays, and what a project has of them. */
export const presetScreens: readonly Screen[] = [
  {
    name: 'project-defaults',
    open: async (me, scene) => {
      await ofProject(me, scene, '/manage/defaults#preset');
      await me.page.getByRole('button', { name: me.t('presets.project.change') }).waitFor();
    },
  },
  {
    name: 'change-preset',
    open: async ({ page, t }) => {
      await page.getByRole('button', { name: t('presets.project.change') }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'presets',
    open: async (me) => {
      await inTeam(me, '/manage/presets');
      await me.page.getByRole('table').first().waitFor();
    },
  },
  {
    name: 'preset-of-the-system',
    open: async ({ page, t }) => {
      await page.getByRole('table').first().getByRole('link').first().click();
      await page.getByText(t('presets.fixed.system.title')).waitFor();
    },
  },
  {
    name: 'preset-create-1',
    open: async (me) => {
      await inTeam(me, '/manage/presets/create');
      await heading(me, me.t('presets.create.modelTitle'), 2);
    },
  },
  {
    name: 'preset-create-2',
    open: async (me) => {
      const { page, t } = me;
      await page.getByRole('radio').nth(1).check();
      await page.getByRole('button', { name: t('presets.create.next'), exact: true }).click();
      await heading(me, t('presets.form.videoTracks'), 3);
      await page.getByRole('button', { name: /^1080p/, expanded: false }).click();
      await page.getByRole('textbox', { name: t('presets.fields.crf') }).fill('?');
      // With its message, and with what is missing.
      await page.getByRole('button', { name: t('presets.form.create'), exact: true }).click();
      await page.getByText(t('presets.problems.required'), { exact: true }).waitFor();
    },
  },
  {
    name: 'preset',
    open: async (me, { presetId }) => {
      // The form asks before it lets go of what was entered.
      me.page.once('dialog', (dialog) => void dialog.accept());
      await inTeam(me, `/manage/presets/${presetId}`);
      await heading(me, me.t('presets.form.videoTracks'), 3);
    },
  },
  {
    name: 'overlay-create',
    open: async (me) => {
      await inTeam(me, '/manage/presets/overlays/create');
      await heading(me, me.t('overlayPresets.create'), 1);
      // With what is missing.
      const create = me.page.getByRole('button', { name: me.t('overlayPresets.create') });
      await create.click();
      await me.page
        .getByRole('alert')
        .getByText(me.t('overlayPresets.problems.imageRequired'))
        .waitFor();
    },
  },
  {
    name: 'overlay',
    open: async (me, { createOverlay }) => {
      await inTeam(me, `/manage/presets/overlays/${await createOverlay()}`);
      await me.page.locator('img[src^="blob:"]').waitFor();
    },
  },
  {
    name: 'overlays',
    open: async (me) => {
      await inTeam(me, '/manage/presets/overlays');
      await me.page.locator('img[src^="blob:"]').first().waitFor();
    },
  },
];
