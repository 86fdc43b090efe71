import { z } from 'zod';
import {
  ERROR_MESSAGE_LETTERS,
  MAX_AD_TAG_LETTERS,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_URL_LETTERS,
  PLAYER_COLOR,
  PLAYER_NAME_LETTERS,
} from './bounds.ts';
import { createCalls } from './call.ts';
import { Id, text, Time } from './fields.ts';
import { limitQuery, searchQuery, shortList } from './lists.ts';
import { Uses } from './uses.ts';
import { nameSchema } from './name-schema.ts';
import { AutoplayMode, PlayerOptions, Preload } from './player-options.ts';

export const Player = nameSchema(
  'Player',
  z.object({
    id: Id,
    name: z.string(),
    lighthouseEnabled: z.boolean().describe('As in `options`'),
    options: PlayerOptions,
    useCount: z.object({ project: z.int() }),
    createdAt: Time,
    updatedAt: Time,
  }),
);
export type Player = z.infer<typeof Player>;

/** A team has as many as its list can show. */
export const MAX_PLAYERS = 100;

/** An address of a picture: `https:` at a host with a name, or one that the upload call has given. */
const pictureUrl = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(MAX_PICTURE_URL_LETTERS)
  .meta({ examples: ['https://images.example.com/closed.png'] });

const ErrorScreenInput = z
  .object({ imageUrl: pictureUrl, message: text(ERROR_MESSAGE_LETTERS) })
  .nullable()
  .optional();

/** Fields that are left out stay as they are, or as a new player has them. */
export const PlayerOptionsInput = z.object({
  autoplayMode: AutoplayMode.optional(),
  muted: z.boolean().optional(),
  preload: Preload.optional(),
  autoRotate: z.boolean().optional(),
  seekButtons: z.boolean().optional(),
  speedControl: z.boolean().optional(),
  color: z
    .string()
    .max(16)
    .regex(PLAYER_COLOR)
    .meta({ examples: ['#f5a524'] })
    .transform((color) => color.toLowerCase())
    .nullable()
    .optional(),
  logoUrl: pictureUrl.nullable().optional(),
  errorScreensEnabled: z.boolean().optional(),
  errorScreens: z
    .object({
      '403': ErrorScreenInput,
      '404': ErrorScreenInput,
      '410': ErrorScreenInput,
      '451': ErrorScreenInput,
    })
    .optional(),
  adsEnabled: z.boolean().optional(),
  /** `https:` at a host with a name; required where ads are on. */
  adTagUrl: z
    .string()
    .trim()
    .min(1)
    .max(MAX_AD_TAG_LETTERS)
    .meta({ examples: ['https://ads.example.com/vast?cb=[CACHEBUSTING]'] })
    .nullable()
    .optional(),
  autoplayAdsMuted: z.boolean().optional(),
  lighthouseEnabled: z.boolean().optional(),
});
export type PlayerOptionsInput = z.infer<typeof PlayerOptionsInput>;

const name = text(PLAYER_NAME_LETTERS);

const PATH = '/api/v1/players';
const call = createCalls('players', 'How players look and behave');

export const players = {
  list: call({ who: 'member' })
    .route({ method: 'GET', path: PATH, summary: 'Players of the team, by name' })
    .input(
      z.object({ limit: limitQuery({ fallback: MAX_PLAYERS, max: MAX_PLAYERS }), q: searchQuery }),
    )
    .output(shortList(Player)),
  get: call({ who: 'member' })
    .route({ method: 'GET', path: `${PATH}/{id}`, summary: 'One player' })
    .input(z.object({ id: Id }))
    .output(Player),
  uses: call({ who: 'manager' })
    .route({
      method: 'GET',
      path: `${PATH}/{id}/uses`,
      summary: 'The projects that have a player, which keep it from deletion',
    })
    .input(z.object({ id: Id }))
    .output(z.object({ uses: Uses })),
  create: call({ who: 'manager', problems: { 409: 'The team has as many as it can have' } })
    .route({ method: 'POST', path: PATH, successStatus: 201, summary: 'Create a player' })
    .input(z.object({ name, options: PlayerOptionsInput.optional() }))
    .output(Player),
  update: call({ who: 'manager' })
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Change a player, for viewers at once; fields left out stay',
    })
    .input(z.object({ id: Id, name: name.optional(), options: PlayerOptionsInput.optional() }))
    .output(Player),
  setLighthouse: call({ who: 'manager' })
    .route({
      method: 'PUT',
      path: `${PATH}/{id}/lighthouse-enabled`,
      summary: 'Say whether viewers’ players report how playing goes',
    })
    .input(z.object({ id: Id, lighthouseEnabled: z.boolean() }))
    .output(Player),
  delete: call({ who: 'manager', problems: { 409: 'In use: `projects` says by which' } })
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}`,
      successStatus: 204,
      summary: 'Delete a player that no project has; pages that name it show the project’s',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  addPicture: call({
    who: 'manager',
    maxFormBytes: MAX_PICTURE_BYTES + 64 * 1024,
    problems: { 409: 'The team has as many as it can have', 415: 'The body is no form' },
  })
    .route({
      method: 'POST',
      path: '/api/v1/player-pictures',
      successStatus: 201,
      summary:
        'Upload a picture for a logo or an error screen: PNG, JPEG or GIF of at most 10 MB and 50 megapixels. One that no player shows a day later is deleted',
    })
    .input(z.object({ image: z.file().min(1).max(MAX_PICTURE_BYTES) }))
    .output(z.object({ url: z.string(), width: z.int(), height: z.int() })),
};
