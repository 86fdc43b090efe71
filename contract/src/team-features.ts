import { z } from 'zod';
import { TEAM_FEATURES } from './bounds.ts';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';

const TeamFeatureKey = z.enum(TEAM_FEATURES);

export const TeamFeature = nameSchema(
  'TeamFeature',
  z.object({ key: TeamFeatureKey, enabled: z.boolean() }),
);
export type TeamFeature = z.infer<typeof TeamFeature>;

const call = createCalls('team features', 'Features that a team has switched on');

export const teamFeatures = {
  list: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/team-features',
      summary: 'Features of the team, and whether each is on',
    })
    .input(z.object({}))
    .output(z.object({ features: z.array(TeamFeature) })),
  update: call({ who: 'admin' })
    .route({
      method: 'PUT',
      path: '/api/v1/team-features/{key}',
      summary: 'Switch a feature on or off for the whole team',
    })
    .input(z.object({ key: TeamFeatureKey, enabled: z.boolean() }))
    .output(TeamFeature),
};
