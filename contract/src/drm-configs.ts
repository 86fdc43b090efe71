import { z } from 'zod';
import { JWT_KEY_NAME_LETTERS, MAX_PUBLIC_KEY_LETTERS } from './bounds.ts';
import { createCalls } from './call.ts';
import { WidevineHdcp } from './drm-outputs.ts';
import {
  fairplayChange,
  fairplayInput,
  FairplayService,
  playreadyInput,
  PlayreadyService,
  widevineChange,
  widevineInput,
  WidevineService,
} from './drm-services.ts';
import { commaList, Id, text, Time } from './fields.ts';
import { JwtAlgorithm } from './jwt-algorithm.ts';
import { shortList } from './lists.ts';
import { nameSchema } from './name-schema.ts';
import { MAX_CHANNELS, PlaybackChannel } from './playback-channels.ts';

/** A team's videos are licensed by its one configuration. Secrets are never answered. */
export const DrmConfig = nameSchema(
  'DrmConfig',
  z.object({
    id: Id,
    jwtKeyCount: z.int(),
    fairplayKsmConfig: FairplayService.nullable(),
    widevineProxyConfig: WidevineService.nullable(),
    playreadyProxyConfig: PlayreadyService.nullable(),
    playbackChannels: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe('Those that it is active on'),
    mediaService: z
      .object({ hostname: z.string().nullable() })
      .describe('The host at which players ask for licences; null: each asks its own'),
    videoCount: z.int().describe('Videos that need it: their protection is multiDrm'),
  }),
);
export type DrmConfig = z.infer<typeof DrmConfig>;

/** A team's server signs tokens for licences with the private half, which Kinora never gets. */
export const JwtKey = nameSchema(
  'JwtKey',
  z.object({
    id: Id,
    keyId: z.string().describe('The `kid` of tokens'),
    name: z.string(),
    algorithm: JwtAlgorithm,
    createdAt: Time,
  }),
);
export type JwtKey = z.infer<typeof JwtKey>;

/** A token without a `kid` is checked with each of them. */
export const MAX_JWT_KEYS = 20;

const PATH = '/api/v1/drm-configs';
const ONE = `${PATH}/{id}`;
const call = createCalls('multi-DRM', 'Who gets licences for protected videos');
const create = () => call({ who: 'admin', problems: { 409: 'It is set up already' } });
const remove = () =>
  call({
    who: 'admin',
    problems: { 409: 'The last one, while videos need it: `videoCount` says how many' },
  });

/** Sets up, changes and ends what a team has of one maker. */
const services = {
  createFairplay: create()
    .route({
      method: 'POST',
      path: `${ONE}/fairplay-ksm`,
      successStatus: 201,
      summary: 'Set up FairPlay with the certificate, private key and ASk that Apple gave',
    })
    .input(z.object({ id: Id, ...fairplayInput }))
    .output(DrmConfig),
  updateFairplay: call({ who: 'admin' })
    .route({
      method: 'PUT',
      path: `${ONE}/fairplay-ksm`,
      summary: 'Change FairPlay; certificate, private key and ASk change together or stay',
    })
    .input(z.object({ id: Id, ...fairplayChange }))
    .output(DrmConfig),
  deleteFairplay: remove()
    .route({
      method: 'DELETE',
      path: `${ONE}/fairplay-ksm`,
      successStatus: 204,
      summary: 'End FairPlay: its viewers get no licences any more',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  createWidevine: create()
    .route({
      method: 'POST',
      path: `${ONE}/widevine`,
      successStatus: 201,
      summary: 'Set up Widevine with the provider’s name, signing key and IV',
    })
    .input(z.object({ id: Id, ...widevineInput }))
    .output(DrmConfig),
  updateWidevine: call({ who: 'admin' })
    .route({
      method: 'PUT',
      path: `${ONE}/widevine`,
      summary: 'Change Widevine; a signing key or IV that is left out stays',
    })
    .input(z.object({ id: Id, ...widevineChange }))
    .output(DrmConfig),
  setWidevineHdcp: call({ who: 'admin' })
    .route({
      method: 'PUT',
      path: `${ONE}/widevine/hdcp`,
      summary: 'Set the least HDCP that Widevine asks of the way to a screen',
    })
    .input(z.object({ id: Id, hdcp: WidevineHdcp }))
    .output(DrmConfig),
  deleteWidevine: remove()
    .route({
      method: 'DELETE',
      path: `${ONE}/widevine`,
      successStatus: 204,
      summary: 'End Widevine: its viewers get no licences any more',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  createPlayready: create()
    .route({
      method: 'POST',
      path: `${ONE}/playready`,
      successStatus: 201,
      summary: 'Set up PlayReady with the address of a licence server',
    })
    .input(z.object({ id: Id, ...playreadyInput }))
    .output(
      DrmConfig.extend({
        secret: z
          .string()
          .nullable()
          .describe('Made here and never shown again, in hexadecimal; null when it was given'),
      }),
    ),
  updatePlayready: call({ who: 'admin' })
    .route({
      method: 'PUT',
      path: `${ONE}/playready`,
      summary: 'Change PlayReady; a secret that is left out stays',
    })
    .input(z.object({ id: Id, ...playreadyInput }))
    .output(DrmConfig),
  deletePlayready: remove()
    .route({
      method: 'DELETE',
      path: `${ONE}/playready`,
      successStatus: 204,
      summary: 'End PlayReady: its viewers get no licences any more',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
};

/** Letters of a host with its port. */
const MAX_HOST_LETTERS = 259;

const playbackChannelIds = commaList(Id, MAX_CHANNELS);
const CHANNELS = '/api/v1/playback-channels/drm-configs';

export const drmConfigs = {
  list: call({ who: 'manager' })
    .route({ method: 'GET', path: PATH, summary: 'The DRM configuration of the team' })
    .input(z.object({}))
    .output(shortList(DrmConfig)),
  create: call({ who: 'admin' })
    .route({
      method: 'POST',
      path: PATH,
      summary: 'The DRM configuration of the team, which is there from its start',
    })
    .input(z.object({}))
    .output(DrmConfig),
  ...services,
  setMediaService: call({ who: 'admin' })
    .route({
      method: 'POST',
      path: `${ONE}/media-service`,
      summary: 'Set the one host at which players ask for licences, or none with null',
    })
    .input(
      z.object({
        id: Id,
        hostname: z
          .string()
          .trim()
          .toLowerCase()
          .max(MAX_HOST_LETTERS)
          .nullable()
          .describe('A playback domain of a channel that gives licences; empty is null'),
      }),
    )
    .output(DrmConfig),
  activate: call({ who: 'admin', problems: { 409: 'No DRM service is set up' } })
    .route({
      method: 'POST',
      path: `${CHANNELS}/activate`,
      summary: 'Let playback channels give licences of the team’s DRM services',
    })
    .input(z.object({ playbackChannelIds }))
    .output(shortList(PlaybackChannel)),
  deactivate: call({
    who: 'admin',
    problems: {
      409: 'Videos would play nowhere any more, of which `videoCount` says how many; or players get their licences there',
    },
  })
    .route({
      method: 'POST',
      path: `${CHANNELS}/deactivate`,
      summary: 'Have playback channels give no licences but those of ClearKey',
    })
    .input(z.object({ playbackChannelIds }))
    .output(shortList(PlaybackChannel)),
  listKeys: call({ who: 'manager' })
    .route({
      method: 'GET',
      path: `${ONE}/jwtKeys`,
      summary: 'Public keys that check tokens for licences, newest first',
    })
    .input(z.object({ id: Id }))
    .output(shortList(JwtKey)),
  createKey: call({ who: 'admin', problems: { 409: 'The team has as many as it can have' } })
    .route({
      method: 'POST',
      path: `${ONE}/jwtKeys`,
      successStatus: 201,
      summary:
        'Add a public key: ECDSA (P-256), RSA (2048 to 4096 bits, exponent 65537) or Ed25519',
    })
    .input(
      z.object({
        id: Id,
        name: text(JWT_KEY_NAME_LETTERS),
        publicKey: z
          .string()
          .min(1)
          .max(MAX_PUBLIC_KEY_LETTERS)
          .describe('SPKI in PEM, or a JWK as JSON; private keys are refused'),
      }),
    )
    .output(JwtKey),
  deleteKey: call({ who: 'admin' })
    .route({
      method: 'DELETE',
      path: `${ONE}/jwtKeys/{keyId}`,
      successStatus: 204,
      summary: 'Delete a key; tokens that it has signed open nothing any more',
    })
    .input(z.object({ id: Id, keyId: z.string().min(1).max(64) }))
    .output(z.void()),
};
