import { z } from 'zod';
import { createCalls } from './call.ts';
import { Id, MailAddress, ProjectRole, TeamRole, Time } from './fields.ts';
import { shortList } from './lists.ts';
import { nameSchema } from './name-schema.ts';

export const Membership = nameSchema(
  'Membership',
  z.object({
    accountId: Id.describe('Of an invited person the id of the invitation'),
    projectRole: ProjectRole,
    addedAt: Time,
    addedBy: z.object({ name: z.string() }).nullable(),
    account: z.object({
      id: Id,
      name: z.string().describe('Empty until the person has accepted'),
      email: z.string(),
      activatedAt: Time.nullable().describe('Null: invited, and has not accepted yet'),
      role: TeamRole,
      isEnabled: z.boolean().describe('False: suspended in the team'),
    }),
  }),
);
export type Membership = z.infer<typeof Membership>;

/** `passed`: invited to the team first; `added`: a member of the team, now of the project too. */
export const InviteOutcome = z.enum(['passed', 'added', 'failed']);
export type InviteOutcome = z.infer<typeof InviteOutcome>;

const PATH = '/api/v1/projects/{key}';
const call = createCalls('project members', 'The people of a project');
const LAST = 'The project’s last manager (`last_project_manager`) or last member';

export const projectMembers = {
  list: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: `${PATH}/memberships`,
      summary: 'Members of a project, and people who are invited to it',
    })
    .input(z.object({ key: Id }))
    .output(shortList(Membership)),
  add: call({
    who: 'projectManager',
    problems: { 409: 'A member of the project, or suspended in the team' },
  })
    .route({
      method: 'POST',
      path: `${PATH}/memberships`,
      successStatus: 201,
      summary: 'Add a member of the team to the project',
    })
    .input(z.object({ key: Id, accountId: Id, projectRole: ProjectRole }))
    .output(Membership),
  invite: call({ who: 'projectManager' })
    .route({
      method: 'POST',
      path: `${PATH}/invites`,
      summary: 'Add the person with an address to the project, or invite the person to the team',
    })
    .input(z.object({ key: Id, email: MailAddress, projectRole: ProjectRole }))
    .output(
      z.object({
        outcome: InviteOutcome,
        updateUserLink: z
          .string()
          .nullable()
          .describe('The link of the invitation, for the team’s managers and administrators'),
      }),
    ),
  inviteByLink: call({ who: 'projectManager' })
    .route({
      method: 'POST',
      path: `${PATH}/manual-invite`,
      summary: 'The same without a mail: the link is handed over by hand',
    })
    .input(z.object({ key: Id, email: MailAddress, projectRole: ProjectRole }))
    .output(z.object({ outcome: InviteOutcome, updateUserLink: z.string().nullable() })),
  setRole: call({ who: 'projectManager', problems: { 409: LAST } })
    .route({
      method: 'PUT',
      path: `${PATH}/memberships/{accountId}/role`,
      summary: 'Change the role of a member, or of an invited person',
    })
    .input(z.object({ key: Id, accountId: Id, projectRole: ProjectRole }))
    .output(Membership),
  remove: call({ who: 'projectManager', problems: { 409: LAST } })
    .route({
      method: 'DELETE',
      path: `${PATH}/memberships/{accountId}`,
      successStatus: 204,
      summary: 'Remove a member from the project, or withdraw an invitation to it',
    })
    .input(z.object({ key: Id, accountId: Id }))
    .output(z.void()),
};
