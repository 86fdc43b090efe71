import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, Time } from './fields.ts';
import { queryNumber, shortList } from './lists.ts';
import { PresetInput } from './preset-input.ts';
import * as lookUps from './preset-look-ups.ts';
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

/** Of a team: as many as its list can show. */
export const mostPresets = 100;

const path = '/api/encoding/v1/presets';
const tags = ['presets'];

export const presets = {
  list: oc
    .route({ method: 'GET', path, tags, summary: 'Presets of the team' })
    .input(z.object({ limit: queryNumber(1, mostPresets).default(mostPresets) }))
    .output(shortList(Preset)),
  get: oc
    .route({ method: 'GET', path: `${path}/{id}`, tags, summary: 'One preset' })
    .input(z.object({ id: Id }))
    .output(Preset),
  create: oc
    .route({ method: 'POST', path, successStatus: 201, tags, summary: 'Create a preset' })
    .input(PresetInput)
    .output(Preset),
  update: oc
    .route({
      method: 'PUT',
      path: `${path}/{id}`,
      tags,
      summary: 'Replace a preset; one that a video uses takes another name only',
    })
    .input(PresetInput.extend({ id: Id }))
    .output(Preset),
  rename: oc
    .route({ method: 'PUT', path: `${path}/{id}/name`, tags, summary: 'Rename a preset' })
    .input(z.object({ id: Id, name: PresetInput.shape.name }))
    .output(Preset),
  delete: oc
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      tags,
      summary: 'Delete a preset that no project and no video uses',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  resolutions: oc
    .route({ method: 'GET', path: `${path}/resolutions`, tags, summary: 'Resolutions to choose' })
    .output(shortList(lookUps.ResolutionChoice)),
  audioTracks: oc
    .route({ method: 'GET', path: `${path}/audio-tracks`, tags, summary: 'Audio tracks to choose' })
    .output(shortList(lookUps.AudioTrackChoice)),
  codecs: oc
    .route({ method: 'GET', path: `${path}/codecs`, tags, summary: 'Codecs and what each takes' })
    .output(
      z.object({
        video: z.array(lookUps.VideoCodecChoice),
        audio: z.array(lookUps.AudioCodecChoice),
      }),
    ),
  formats: oc
    .route({
      method: 'GET',
      path: `${path}/formats`,
      tags,
      summary: 'Formats of the delivery models, and the codecs that each takes',
    })
    .output(shortList(lookUps.FormatChoice)),
  languages: oc
    .route({
      method: 'GET',
      path: `${path}/languages`,
      tags,
      summary: 'Languages of audio tracks, Thai and English first',
    })
    .output(shortList(lookUps.LanguageChoice)),
};
