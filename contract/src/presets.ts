import { z } from 'zod';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, Time } from './fields.ts';
import { limitQuery, shortList } from './lists.ts';
import { PresetInput } from './preset-input.ts';
import * as lookUps from './preset-look-ups.ts';
import { DeliveryModel, PresetProfile, ResolutionControl } from './preset-tracks.ts';

export const Preset = nameSchema(
  'Preset',
  z.object({
    id: Id,
    name: z.string(),
    vodDeliveryModel: DeliveryModel,
    /** System presets come with the team and can't be changed, by anyone. */
    isSystem: z.boolean(),
    /** Used by a video: can't be changed any more, but for its name. */
    isInUse: z.boolean(),
    usedBy: z
      .object({ projects: z.int() })
      .describe('How many projects choose it for their new videos'),
    profiles: z.array(PresetProfile),
    /** The rendition that players begin with; null lets Kinora choose. */
    defaultResolution: ResolutionControl.nullable(),
    /** For `model-c`: whether idle workers encode segments that no viewer has requested yet. */
    backgroundCompletion: z.enum(['whenIdle', 'never']),
    createdAt: Time,
    updatedAt: Time,
  }),
);
export type Preset = z.infer<typeof Preset>;

/** A team has as many as its list can show. */
export const MAX_PRESETS = 100;

const PATH = '/api/encoding/v1/presets';
const call = createCalls('presets', 'What is made of a source file');
const IN_USE = { 409: 'In use by a video or, for deletion, by a project' };

export const presets = {
  list: call({ who: 'member' })
    .route({ method: 'GET', path: PATH, summary: 'Presets of the team' })
    .input(z.object({ limit: limitQuery({ fallback: MAX_PRESETS, max: MAX_PRESETS }) }))
    .output(shortList(Preset)),
  get: call({ who: 'member' })
    .route({ method: 'GET', path: `${PATH}/{id}`, summary: 'One preset' })
    .input(z.object({ id: Id }))
    .output(Preset),
  create: call({ who: 'manager', problems: { 409: 'The team has as many as it can have' } })
    .route({ method: 'POST', path: PATH, successStatus: 201, summary: 'Create a preset' })
    .input(PresetInput)
    .output(Preset),
  update: call({ who: 'manager', problems: IN_USE })
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Replace a preset; one that a video uses takes another name only',
    })
    .input(PresetInput.extend({ id: Id }))
    .output(Preset),
  rename: call({ who: 'manager', problems: IN_USE })
    .route({ method: 'PUT', path: `${PATH}/{id}/name`, summary: 'Rename a preset' })
    .input(z.object({ id: Id, name: PresetInput.shape.name }))
    .output(Preset),
  delete: call({ who: 'manager', problems: IN_USE })
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}`,
      successStatus: 204,
      summary: 'Delete a preset that no project and no video uses',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  resolutions: call({ who: 'member' })
    .route({ method: 'GET', path: `${PATH}/resolutions`, summary: 'Resolutions to choose' })
    .output(shortList(lookUps.ResolutionChoice)),
  audioTracks: call({ who: 'member' })
    .route({ method: 'GET', path: `${PATH}/audio-tracks`, summary: 'Audio tracks to choose' })
    .output(shortList(lookUps.AudioTrackChoice)),
  codecs: call({ who: 'member' })
    .route({ method: 'GET', path: `${PATH}/codecs`, summary: 'Codecs and what each takes' })
    .output(
      z.object({
        video: z.array(lookUps.VideoCodecChoice),
        audio: z.array(lookUps.AudioCodecChoice),
      }),
    ),
  formats: call({ who: 'member' })
    .route({
      method: 'GET',
      path: `${PATH}/formats`,
      summary: 'Formats of the delivery models, and the codecs that each takes',
    })
    .output(shortList(lookUps.FormatChoice)),
  languages: call({ who: 'member' })
    .route({
      method: 'GET',
      path: `${PATH}/languages`,
      summary: 'Languages of audio tracks, Thai and English first',
    })
    .output(shortList(lookUps.LanguageChoice)),
};
