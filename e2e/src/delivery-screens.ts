import { heading, inTeam, type Screen } from './screen.ts';

/** A team decides here where and to whom its videos are delivered. */
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
];
