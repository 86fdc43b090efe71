import { go, heading, inTeam, type Screen } from './screen.ts';

/** The page of an invitation's link, before one is signed in. */
export const invitationScreens: readonly Screen[] = [
  {
    name: 'invitation-unknown',
    open: async (me) => {
      me.allow(404, /\/invitations\/look-up$/);
      await go(me, '/accounts/invitation?token=knr_inv_0');
      await me.page.getByText(me.t('teamInvitations.accept.over.unknown')).waitFor();
    },
  },
];

/** The screens on which a team's admins say who is in it. */
export const peopleScreens: readonly Screen[] = [
  {
    name: 'members',
    open: async (me) => {
      await inTeam(me, '/manage/members');
      await me.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'members-invite',
    open: async ({ page, t }) => {
      await page.getByRole('button', { name: t('teamInvitations.invite.open') }).click();
      const field = page.getByRole('combobox', { name: t('teamInvitations.invite.emails') });
      await field.fill('malee@example.com, somchai');
      await field.press('Enter');
      await page.getByText(t('ui.addresses.malformed')).waitFor();
    },
  },
  {
    name: 'members-invited-by-link',
    open: async ({ page, t }) => {
      const field = page.getByRole('combobox', { name: t('teamInvitations.invite.emails') });
      await field.press('Backspace');
      await page.getByRole('radio', { name: t('teamInvitations.invite.ways.link') }).check();
      await page.getByRole('button', { name: t('teamInvitations.invite.makeLinks') }).click();
      await page.getByText(t('teamInvitations.invite.linksHint')).waitFor();
    },
  },
  {
    name: 'invitations',
    open: async (me) => {
      await inTeam(me, '/manage/members/invitations');
      await me.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'invitation-for-another',
    open: async (me) => {
      const { page, t } = me;
      const name = t('ui.actionsOf', { name: 'malee@example.com' });
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('menuitem', { name: t('teamInvitations.copyLink.action') }).click();
      await page.getByText(t('teamInvitations.copyLink.done')).waitFor();
      await page.goto(await page.evaluate<string>('navigator.clipboard.readText()'));
      await page.getByText(t('teamInvitations.accept.another')).waitFor();
    },
  },
  {
    name: 'team-settings',
    open: async (me) => {
      await inTeam(me, '/manage/team-settings');
      await heading(me, me.t('teams.title'), 1);
      await me.page.getByRole('textbox', { name: me.t('teams.name'), exact: true }).waitFor();
    },
  },
];
