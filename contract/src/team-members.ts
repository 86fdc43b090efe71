import { z } from 'zod';
import { createCalls } from './call.ts';
import { Id, TeamRole, Time } from './fields.ts';
import { nameSchema } from './name-schema.ts';

export const TeamMember = nameSchema(
  'TeamMember',
  z.object({
    account: z.object({ id: Id, name: z.string(), email: z.string() }),
    role: TeamRole,
    isEnabled: z.boolean().describe('False: suspended, which takes all rights until it ends'),
    joinedAt: Time,
    lastSeenAt: Time.nullable().describe(
      'The last request in this team, within five minutes; null for none, and where the caller may not know',
    ),
  }),
);
export type TeamMember = z.infer<typeof TeamMember>;

const call = createCalls('team members', 'The people of a team');
const LAST = 'The team’s last administrator who is not suspended (`last-administrator`)';

export const teamMembers = {
  myTeam: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/auth/v1/myteam',
      summary: 'The team, and its members in Thai order',
      description:
        'Members who are neither managers nor manage a project find only themselves in the list.',
    })
    .input(z.object({}))
    .output(
      z.object({
        id: Id,
        namespace: z.string(),
        name: z.string(),
        members: z.array(TeamMember),
      }),
    ),
  update: call({ who: 'admin', problems: { 409: LAST } })
    .route({
      method: 'PUT',
      path: '/api/v1/team-members/{accountId}',
      summary: 'Change a member’s role, suspend or enable the member; fields left out stay',
    })
    .input(
      z.object({
        accountId: Id,
        role: TeamRole.optional(),
        isEnabled: z.boolean().optional(),
      }),
    )
    .output(TeamMember),
  remove: call({ who: 'admin', problems: { 409: LAST } })
    .route({
      method: 'DELETE',
      path: '/api/v1/team-members/{accountId}',
      successStatus: 204,
      summary: 'Remove a member; what the member made stays',
    })
    .input(z.object({ accountId: Id }))
    .output(z.void()),
};
