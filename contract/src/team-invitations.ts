import { z } from 'zod';
import { Account, Password } from './accounts.ts';
import { ACCOUNT_NAME_LETTERS } from './bounds.ts';
import { createCalls } from './call.ts';
import { Id, MailAddress, ProjectRole, TeamRole, text, Time } from './fields.ts';
import { shortList } from './lists.ts';
import { nameSchema } from './name-schema.ts';

export const TeamInvitation = nameSchema(
  'TeamInvitation',
  z.object({
    id: Id,
    email: z.string(),
    role: TeamRole,
    projects: z
      .array(z.object({ id: Id, key: z.string(), name: z.string(), projectRole: ProjectRole }))
      .describe('Projects that the person is added to as well'),
    invitedBy: z.object({ id: Id, name: z.string() }).nullable(),
    createdAt: Time,
    sentAt: Time.nullable().describe('Null: no mail, the link is handed over by hand'),
    expiresAt: Time,
    isExpired: z.boolean(),
    link: z
      .string()
      .nullable()
      .describe('For the administrator who invited; null for others, who may invite anew'),
  }),
);
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** What the person with the link sees before accepting. */
export const InvitationLookUp = z.object({
  team: z.object({ namespace: z.string(), name: z.string() }),
  email: z.string(),
  role: TeamRole,
  projects: z.array(z.object({ name: z.string(), projectRole: ProjectRole })),
  invitedBy: z.object({ name: z.string() }).nullable(),
  expiresAt: Time,
  hasAccount: z.boolean().describe('Sign in with the address first; else an account is created'),
});
export type InvitationLookUp = z.infer<typeof InvitationLookUp>;

const token = z.string().min(1).max(200);
const PATH = '/api/v1/team-invitations';
const call = createCalls('team invitations', 'People are invited by mail or by a link');
const OVER = {
  404: 'There is no such invitation',
  409: 'It was accepted before (`invitation-used`)',
  410: 'It is older than 7 days (`invitation-expired`) or was withdrawn (`invitation_withdrawn`)',
};

export const teamInvitations = {
  list: call({ who: 'manager' })
    .route({ method: 'GET', path: PATH, summary: 'Invitations that are not accepted yet' })
    .input(z.object({}))
    .output(shortList(TeamInvitation)),
  get: call({ who: 'manager' })
    .route({ method: 'GET', path: `${PATH}/{id}`, summary: 'An invitation' })
    .input(z.object({ id: Id }))
    .output(TeamInvitation),
  create: call({
    who: 'admin',
    problems: { 409: 'The person is a member, or a suspended one (`already_member`)' },
  })
    .route({
      method: 'POST',
      path: PATH,
      successStatus: 201,
      summary: 'Invite a person, for 7 days',
      description:
        'A person who is invited already keeps the link, gets this role, and has 7 days again.',
    })
    .input(
      z.object({
        email: MailAddress,
        role: TeamRole,
        isMailed: z.boolean().default(true).describe('False: you hand the link over yourself'),
      }),
    )
    .output(TeamInvitation),
  sendAgain: call({ who: 'admin' })
    .route({
      method: 'POST',
      path: `${PATH}/{id}/send-again`,
      summary: 'Mail the link again; it is valid for 7 days from now on',
    })
    .input(z.object({ id: Id }))
    .output(TeamInvitation),
  withdraw: call({ who: 'admin' })
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}`,
      successStatus: 204,
      summary: 'Withdraw an invitation; its link is worth nothing from now on',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  lookUp: call({ who: 'anyone', problems: OVER })
    .route({
      method: 'POST',
      path: '/api/auth/v1/invitations/look-up',
      summary: 'What the link of an invitation is for',
    })
    .input(z.object({ token }))
    .output(InvitationLookUp),
  redeem: call({
    who: 'anyone',
    isThrottled: true,
    setsCookie: true,
    problems: {
      401: 'The address has an account: sign in first',
      403: 'It is for another address than the one that is signed in (`invitation_for_another`)',
      ...OVER,
    },
  })
    .route({
      method: 'POST',
      path: '/api/auth/v1/invitations/redeem',
      summary: 'Accept an invitation, signed in or with a new account',
    })
    .input(
      z.object({
        token,
        name: text(ACCOUNT_NAME_LETTERS).optional().describe('Of the new account'),
        password: Password.optional().describe('Of the new account'),
      }),
    )
    .output(
      z.object({
        user: Account,
        team: z.object({ id: Id, namespace: z.string(), name: z.string() }),
      }),
    ),
};
