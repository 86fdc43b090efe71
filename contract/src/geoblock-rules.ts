import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, Time } from './fields.ts';
import { queryNumber, searchQuery, shortList } from './lists.ts';

export const GeoblockRule = z.object({
  id: Id,
  name: z.string(),
  teamNamespace: z.string(),
  isTeamDefault: z.boolean(),
  allowCountryCodes: z.array(z.string()),
  denyCountryCodes: z.array(z.string()),
  createdAt: Time,
  updatedAt: Time,
});
export type GeoblockRule = z.infer<typeof GeoblockRule>;

export const geoblockRules = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/v1/geoblock-rules',
      tags: ['geo-blocking'],
      summary: 'Geo-blocking rules of the team',
    })
    .input(z.object({ limit: queryNumber(1, 100).default(50), q: searchQuery }))
    .output(shortList(GeoblockRule)),
  get: oc
    .route({
      method: 'GET',
      path: '/api/v1/geoblock-rules/{id}',
      tags: ['geo-blocking'],
      summary: 'One rule',
    })
    .input(z.object({ id: Id }))
    .output(GeoblockRule),
};
