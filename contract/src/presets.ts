import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, text, Time } from './fields.ts';
import { queryNumber, shortList } from './lists.ts';
import { DeliveryModel, PresetProfile, ResolutionControl } from './preset-tracks.ts';

export const Preset = z.object({
  id: Id,
  name: z.string(),
  vodDeliveryModel: DeliveryModel,
  /** System presets come with the team and can't be changed, by anyone. */
  isSystem: z.boolean(),
  /** Used by a video: can't be changed any more, but for its name. */
  isInUse: z.boolean(),
  profiles: z.array(PresetProfile),
  /** The rendition that players begin with; null lets Kinora choose. */
  defaultResolution: ResolutionControl.nullable(),
  /** Of `model-c`: whether what nobody asked for yet is encoded while workers are idle. */
  backgroundCompletion: z.enum(['whenIdle', 'never']),
  createdAt: Time,
  updatedAt: Time,
});
export type Preset = z.infer<typeof Preset>;

/** What a caller may say of a preset; `rules.ts` of the server says what fits together. */
export const PresetInput = z.object({
  name: text({ least: 1, most: 120 }),
  vodDeliveryModel: DeliveryModel.default('classic'),
  profiles: z.array(PresetProfile).min(1).max(3),
  defaultResolution: ResolutionControl.nullable().default(null),
  backgroundCompletion: z.enum(['whenIdle', 'never']).default('whenIdle'),
});
export type PresetInput = z.infer<typeof PresetInput>;

export const presets = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/encoding/v1/presets',
      tags: ['presets'],
      summary: 'Presets of the team',
    })
    .input(z.object({ limit: queryNumber(1, 100).default(100) }))
    .output(shortList(Preset)),
  get: oc
    .route({
      method: 'GET',
      path: '/api/encoding/v1/presets/{id}',
      tags: ['presets'],
      summary: 'One preset',
    })
    .input(z.object({ id: Id }))
    .output(Preset),
};
