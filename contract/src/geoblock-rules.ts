import { z } from 'zod';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, Time } from './fields.ts';
import { limitQuery, searchQuery, shortList } from './lists.ts';

export const GeoblockRule = nameSchema(
  'GeoblockRule',
  z.object({
    id: Id,
    name: z.string(),
    teamNamespace: z.string(),
    isTeamDefault: z.boolean(),
    allowCountryCodes: z.array(z.string()),
    denyCountryCodes: z.array(z.string()),
    createdAt: Time,
    updatedAt: Time,
  }),
);
export type GeoblockRule = z.infer<typeof GeoblockRule>;

const call = createCalls('geo-blocking', 'Where videos may be watched');

export const geoblockRules = {
  list: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/geoblock-rules',
      summary: 'Geo-blocking rules of the team',
    })
    .input(z.object({ limit: limitQuery({ fallback: 50, max: 100 }), q: searchQuery }))
    .output(shortList(GeoblockRule)),
  get: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/geoblock-rules/{id}',
      summary: 'One rule',
    })
    .input(z.object({ id: Id }))
    .output(GeoblockRule),
};
