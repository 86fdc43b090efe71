import { z } from 'zod';
import { TEAM_NAME_LETTERS, TEAM_NAMESPACE } from './bounds.ts';
import { createCalls } from './call.ts';
import { Id, text } from './fields.ts';
import { shortList } from './lists.ts';
import { nameSchema } from './name-schema.ts';

const name = text(TEAM_NAME_LETTERS);

/** Settings of one item, keyed by their names; the team itself is the one item so far. */
export const TeamSetting = nameSchema(
  'TeamSetting',
  z.object({
    itemType: z.literal('team'),
    itemId: Id,
    values: z.object({ name: z.string() }),
  }),
);
export type TeamSetting = z.infer<typeof TeamSetting>;

const call = createCalls('teams', 'Teams of this installation, and their settings');

export const teams = {
  create: call({ who: 'admin', problems: { 403: 'Only for administrators of the first team' } })
    .route({
      method: 'POST',
      path: '/api/v1/teams',
      successStatus: 201,
      summary: 'Create another team, whose administrator one becomes',
      description: 'For administrators of this installation’s first team.',
    })
    .input(
      z.object({
        namespace: z
          .string()
          .regex(TEAM_NAMESPACE)
          .meta({ examples: ['films'] })
          .describe('Stands in addresses, and stays'),
        name,
      }),
    )
    .output(z.object({ id: Id, namespace: z.string(), name: z.string() })),
  settings: call({ who: 'manager' })
    .route({ method: 'GET', path: '/api/v1/team-setting', summary: 'Settings of the team' })
    .input(z.object({}))
    .output(shortList(TeamSetting)),
  saveSetting: call({ who: 'admin' })
    .route({
      method: 'PUT',
      path: '/api/v1/team-setting/{itemType}/{itemId}',
      summary: 'Change settings of an item; those left out stay',
    })
    .input(
      z.object({
        itemType: z.string().max(64),
        itemId: Id,
        name: name.optional(),
      }),
    )
    .output(TeamSetting),
};
