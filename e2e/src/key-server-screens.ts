import { inTeam, type Screen } from './screen.ts';
import type { Visit } from './visit.ts';

const tab = ({ page, t }: Visit, name: Parameters<Visit['t']>[0]) =>
  page
    .getByRole('navigation', { name: t('keyServers.tabs.label') })
    .getByRole('link', { name: new RegExp(`^${t(name)}`) });

export const emptyKeyServerScreens: readonly Screen[] = [
  {
    name: 'key-servers-empty',
    open: async (me) => {
      await inTeam(me, '/manage/clear-key');
      await me.page.getByRole('heading', { name: me.t('keyServers.empty.title') }).waitFor();
    },
  },
  {
    name: 'key-server-create',
    open: async ({ page, t }) => {
      await page.getByRole('button', { name: t('keyServers.create.button') }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
];

/** The screens on which a team sets up the key servers for its encrypted videos. */
export const keyServerScreens: readonly Screen[] = [
  {
    name: 'key-server',
    open: async (me, { createKeyServer }) => {
      await inTeam(me, `/manage/key-servers/${await createKeyServer()}`);
      await me.page.getByRole('button', { name: me.t('keyServers.secrets.show') }).click();
      await me.page.getByRole('textbox', { name: me.t('keyServers.fields.tokenSecret') }).waitFor();
    },
  },
  {
    name: 'key-server-settings',
    open: async (me) => {
      const { page, t } = me;
      await tab(me, 'keyServers.tabs.settings').click();
      await page.getByText(t('keyServers.settings.endpointsNote')).waitFor();
      const secret = t('keyServers.fields.encoderSecret');
      await page.getByRole('textbox', { name: secret, exact: true }).fill('short');
      // With its message.
      await page.getByRole('button', { name: t('ui.save'), exact: true }).click();
      await page.getByText(t('keyServers.problems.secret')).waitFor();
    },
  },
  {
    name: 'key-server-test',
    open: async (me) => {
      const { page, t } = me;
      await page.getByRole('button', { name: t('ui.form.discard'), exact: true }).click();
      await tab(me, 'keyServers.tabs.test').click();
      await page.getByRole('button', { name: t('keyServers.test.button') }).click();
      await page.getByText(t('keyServers.attention.failed.title')).waitFor();
    },
  },
  {
    name: 'key-servers',
    open: async (me) => {
      await inTeam(me, '/manage/clear-key');
      await me.page.getByRole('table').getByRole('link').first().waitFor();
    },
  },
];
