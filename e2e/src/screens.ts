import { stripJoiners } from '@kinora/i18n/joiners';
import { deliveryScreens } from './delivery-screens.ts';
import { emptyKeyServerScreens, keyServerScreens } from './key-server-screens.ts';
import { invitationScreens, peopleScreens } from './people-screens.ts';
import { emptyPresetScreens, presetScreens } from './preset-screens.ts';
import { go, heading, inTeam, ofProject, type Screen } from './screen.ts';
import { pressInDock, turnDock } from './uploading.ts';
import type { Visit } from './visit.ts';

const next = ({ page, t }: Visit) =>
  page.getByRole('button', { name: t('projects.create.next'), exact: true }).click();

const outside: Screen[] = [
  {
    name: 'sign-in',
    open: async (me) => {
      await go(me, '/accounts/sign-in');
      await heading(me, me.t('accounts.signIn.title'), 1);
    },
  },
  {
    name: 'forgot-password',
    open: async (me) => {
      await go(me, '/accounts/forgot-password');
      await heading(me, me.t('accounts.forgot.title'), 1);
    },
  },
  {
    name: 'reset-password',
    open: async (me) => {
      await go(me, '/accounts/reset-password?token=knr_rst_0');
      await me.page.getByRole('button', { name: me.t('accounts.reset.button') }).waitFor();
    },
  },
  {
    name: 'reset-password-expired',
    open: async (me) => {
      await go(me, '/accounts/reset-password');
      await me.page.getByText(me.t('accounts.reset.expired')).waitFor();
    },
  },
];

const wizard: Screen[] = [
  {
    name: 'project-create-1',
    open: async (me) => {
      await inTeam(me, '/projects/create');
      await me.page
        .getByRole('textbox', { name: me.t('projects.create.details.name') })
        .fill('รายการกีฬา');
      const key = me.page.getByRole('textbox', { name: me.t('projects.create.details.key') });
      // A key that is not allowed, with its message.
      await key.fill('x');
      await next(me);
      await me.page.getByText(me.t('projects.create.details.keyInvalid')).first().waitFor();
    },
  },
  {
    name: 'project-create-2',
    open: async (me) => {
      await me.page
        .getByRole('textbox', { name: me.t('projects.create.details.key') })
        .fill('sports');
      await next(me);
      await heading(me, me.t('projects.create.preset.title'), 2);
      await me.page.getByRole('radio').first().waitFor();
    },
  },
];

const projects: Screen[] = [
  {
    name: 'projects',
    open: async (me) => {
      // The wizard asks before it lets go of what was entered.
      me.page.once('dialog', (dialog) => void dialog.accept());
      await inTeam(me, '/projects');
      await me.page.getByRole('link', { name: 'ข่าวเช้า' }).first().waitFor();
    },
  },
  {
    name: 'projects-no-results',
    open: async (me) => {
      await inTeam(me, '/projects?q=zzz');
      await me.page.getByText(me.t('projects.noResults.title', { q: 'zzz' })).waitFor();
    },
  },
  {
    name: 'general',
    open: async (me, scene) => {
      await ofProject(me, scene, '/manage/general');
      await heading(me, me.t('projects.general.details'), 2);
    },
  },
  {
    name: 'upload',
    open: async (me, scene) => {
      await ofProject(me, scene, '/upload');
      await heading(me, me.t('uploads.page.title'), 1);
      await me.page
        .locator(`input[type=file][aria-label="${stripJoiners(me.t('uploads.choose.files'))}"]`)
        .setInputFiles(scene.clip);
      await me.page.getByRole('button', { name: me.t('uploads.draft.removeAll') }).waitFor();
    },
  },
  {
    name: 'upload-popup',
    open: async (me) => {
      const { page, t } = me;
      await page.getByRole('button', { name: t('uploads.start.button', { count: 1 }) }).click();
      const expand = page.getByRole('button', { name: t('uploads.expand') });
      const collapse = page.getByRole('button', { name: t('uploads.collapse') });
      await expand.or(collapse).waitFor();
      await turnDock(me, 'expand');
      // Once all is sent it is a bar again, which is judged as well.
      await page
        .getByRole('button', { name: t('uploads.summary.open') })
        .or(expand)
        .first()
        .waitFor();
    },
  },
  {
    name: 'upload-summary',
    open: async (me) => {
      const { page, t } = me;
      await pressInDock(me, page.getByRole('button', { name: t('uploads.summary.open') }));
      await page.getByRole('dialog', { name: t('uploads.summary.title') }).waitFor();
    },
  },
];

const videos: Screen[] = [
  {
    name: 'project-videos',
    open: async (me, scene) => {
      await ofProject(me, scene);
      await me.page.getByRole('link', { name: 'ข่าวเช้า' }).first().waitFor();
    },
  },
  {
    name: 'video-filter',
    open: async ({ page, t }) => {
      await page.getByRole('button', { name: t('videos.filter.open') }).click();
      await page.getByRole('dialog', { name: t('videos.filter.title') }).waitFor();
      await page.getByRole('grid').first().waitFor();
    },
  },
  {
    name: 'all-videos',
    open: async (me) => {
      await inTeam(me, '/all-projects');
      await me.page.getByRole('link', { name: 'ข่าวเช้า' }).first().waitFor();
    },
  },
  {
    name: 'choose-project',
    open: async ({ page, t }) => {
      await page.getByRole('button', { name: t('videos.actions.upload'), exact: true }).click();
      await page.getByRole('dialog', { name: t('uploads.target.title') }).waitFor();
    },
  },
  {
    name: 'video-overview',
    open: async (me, scene) => {
      await ofProject(me, scene, `/videos/${scene.videoKey}/overview`);
      await heading(me, me.t('videos.overview.about'), 2);
      await me.page
        .getByRole('button', { name: me.t('player.play') })
        .first()
        .waitFor();
    },
  },
  {
    name: 'video-information',
    open: async (me, scene) => {
      await ofProject(me, scene, `/videos/${scene.videoKey}/information`);
      await heading(me, me.t('videos.form.title'), 2);
      await me.page
        .getByRole('button', { name: me.t('player.play') })
        .first()
        .waitFor();
    },
  },
  {
    name: 'video-outputs',
    open: async (me, scene) => {
      await ofProject(me, scene, `/videos/${scene.videoKey}/outputs`);
      await heading(me, me.t('videos.steps.title'), 2);
      await me.page.getByRole('heading', { name: me.t('videos.steps.title') }).click();
      await me.page.getByText(me.t('videos.steps.types.video')).click();
      await me.page.getByRole('table', { name: me.t('videos.steps.types.video') }).waitFor();
    },
  },
  {
    name: 'video-advanced',
    open: async (me, scene) => {
      await ofProject(me, scene, `/videos/${scene.videoKey}/advanced`);
      // The aside has a card of that name as well.
      await me.page.getByText(me.t('videos.protection.note')).waitFor();
    },
  },
  {
    name: 'video-protection',
    open: async (me, { adaptiveProjectKey, adaptiveVideoKey }) => {
      const { page, t } = me;
      await inTeam(me, `/projects/${adaptiveProjectKey}/videos/${adaptiveVideoKey}/advanced`);
      await page.getByRole('radio', { name: t('videos.protection.models.none.title') }).check();
      const change = page.getByRole('button', { name: t('videos.protection.change'), exact: true });
      await change.click();
      await page.getByRole('dialog').getByText(t('videos.protection.confirm.text')).waitFor();
    },
  },
  {
    name: 'video-delete',
    open: async (me, scene) => {
      const { page, t } = me;
      await ofProject(me, scene, `/videos/${scene.videoKey}/advanced`);
      await page.getByRole('button', { name: t('videos.actions.more') }).click();
      await page.getByRole('menuitem', { name: t('videos.actions.delete') }).click();
      await page.getByRole('dialog').getByText(t('videos.remove.warning')).waitFor();
    },
  },
  {
    name: 'embed',
    isEmbedded: true,
    open: async ({ page, t }, { embedUrl }) => {
      await page.goto(embedUrl);
      await page
        .getByRole('button', { name: t('player.play') })
        .first()
        .waitFor();
    },
  },
  {
    name: 'watch',
    open: async (me, { watchUrl }) => {
      await me.page.goto(watchUrl);
      await me.page.getByRole('button', { name: me.t('watch.copyLink') }).waitFor();
    },
  },
  {
    name: 'watch-nothing',
    open: async (me, { watchUrl }) => {
      me.allow(404, /^\/watch\//);
      await me.page.goto(`${watchUrl}x`);
      await heading(me, me.t('player.problems.notFound.title'), 1);
    },
  },
];

const mine: Screen[] = [
  {
    name: 'jobs',
    open: async (me) => {
      await inTeam(me, '/manage/jobs');
      await heading(me, me.t('jobs.title'), 1);
      const idle = me.page.getByText(me.t('jobs.empty.title'));
      await idle.or(me.page.getByRole('table')).first().waitFor();
    },
  },
  {
    name: 'tokens',
    open: async (me) => {
      await inTeam(me, '/me/personal-access-token');
      await heading(me, me.t('nav.me'), 1);
      await me.page
        .getByRole('button', { name: me.t('personalTokens.list.revoke') })
        .first()
        .waitFor();
    },
  },
  {
    name: 'sessions',
    open: async (me) => {
      await inTeam(me, '/me/sessions');
      await heading(me, me.t('nav.me'), 1);
      await me.page.getByRole('button', { name: me.t('sessions.others.button') }).waitFor();
      await me.page.getByText(me.t('sessions.current')).waitFor();
    },
  },
  {
    name: 'profile',
    open: async (me) => {
      await inTeam(me, '/me/profile');
      await heading(me, me.t('nav.me'), 1);
    },
  },
  {
    name: 'not-found',
    open: async (me) => {
      await inTeam(me, '/nothing/here');
      await me.page.getByRole('heading', { name: me.t('ui.notFound.title'), level: 1 }).waitFor();
    },
  },
];

/**
 * Every screen, in an order in which each can be reached from the one before: outside, before one
 * has signed in; empty, before anything of the kind is made; and all others.
 */
export const screens: Record<'outside' | 'empty' | 'inside', readonly Screen[]> = {
  outside: [...outside, ...invitationScreens],
  empty: [...emptyPresetScreens, ...emptyKeyServerScreens],
  inside: [
    ...wizard,
    ...projects,
    ...videos,
    ...presetScreens,
    ...deliveryScreens,
    ...keyServerScreens,
    ...peopleScreens,
    ...mine,
  ],
};
