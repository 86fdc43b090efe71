import { z } from 'zod';
import { DESCRIPTION_LETTERS, PROJECT_KEY, PROJECT_NAME_LETTERS } from './bounds.ts';
import { createCalls } from './call.ts';
import { KeyServerStatus } from './key-servers.ts';
import { nameSchema } from './name-schema.ts';
import { commaList, Id, text, Time } from './fields.ts';
import { pagedList, pageQuery, searchQuery, shortList } from './lists.ts';
import { MAX_CHANNELS } from './playback-channels.ts';

/** The caller's permissions in a project, which the server computes from the caller's roles. */
export const ProjectActions = z.object({
  updateProject: z.boolean(),
  upload: z.boolean(),
  updateVideo: z.boolean(),
  updateMembership: z.boolean(),
});
export type ProjectActions = z.infer<typeof ProjectActions>;

const Named = z.object({ id: Id, name: z.string() });

export const Project = nameSchema(
  'Project',
  z.object({
    id: Id,
    key: z.string(),
    name: z.string(),
    description: z.string(),
    videoCount: z.int(),
    memberCount: z.int(),
    creator: Named,
    createdAt: Time,
    updatedAt: Time,
    /** The later of its own last change and its newest upload. */
    lastActivityAt: Time,
    actions: ProjectActions,
    /** Addresses of the covers of up to four recent playable videos. */
    covers: z.array(z.string()),
    hosting: z.string(),
    presetId: Id,
    preset: Named,
    geoblockRuleId: Id,
    geoblockRule: Named,
    playbackChannelIds: z.array(Id),
    playbackChannels: z.array(Named).describe('The primary one first'),
    primaryPlaybackChannelId: Id,
    playerId: Id.nullable().describe('Null: the standard player'),
    player: Named.extend({ updatedAt: Time }).nullable(),
    keyServerId: Id.nullable().describe('Encrypts new videos whose preset names none. Null: none'),
    keyServer: Named.extend({ status: KeyServerStatus }).nullable(),
  }),
);
export type Project = z.infer<typeof Project>;

const channelIds = commaList(Id, MAX_CHANNELS).refine((ids) => ids.length > 0, {
  params: { code: 'required' },
});
const projectName = text(PROJECT_NAME_LETTERS);
const description = text({ ...DESCRIPTION_LETTERS, lines: true });

/** At least 3 of lower-case letters, digits and hyphens; the server adds a dash and a suffix. */
export const ProjectKeyPart = z
  .string()
  .regex(PROJECT_KEY)
  .meta({ examples: ['news'] });

export const Hosting = z.object({ id: z.string(), kind: z.enum(['folder', 's3']) });

export const ProjectSort = z.enum(['createdAt', 'name', 'lastActivityAt']);
export type ProjectSort = z.infer<typeof ProjectSort>;

const CHANNEL_STAYS =
  'The primary one can’t go, nor the last with licences for its multi-DRM videos (`drm_in_use`)';

const call = createCalls('projects', 'Videos are kept in projects');

export const projects = {
  list: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/projects',
      summary: 'Projects of the team that the caller may see',
    })
    .input(
      z.object({
        ...pageQuery({ fallback: 21, max: 1000 }),
        q: searchQuery,
        sort: ProjectSort.default('createdAt').describe(
          'Names in Thai order, times the newest first',
        ),
      }),
    )
    .output(pagedList(Project)),
  get: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: '/api/v1/projects/{key}',
      summary: 'One project, by key or id',
    })
    .input(z.object({ key: Id }))
    .output(Project),
  create: call({ who: 'manager' })
    .route({
      method: 'POST',
      path: '/api/v1/projects',
      successStatus: 201,
      summary: 'Create a project',
    })
    .input(
      z.object({
        key: ProjectKeyPart,
        name: projectName,
        description: description.optional(),
        hosting: z.string().max(64).optional(),
        presetId: Id.optional(),
        geoblockRuleId: Id.optional(),
      }),
    )
    .output(Project),
  update: call({ who: 'projectManager' })
    .route({
      method: 'PUT',
      path: '/api/v1/projects/{key}',
      summary: 'Change a project; fields left out stay',
    })
    .input(
      z.object({
        key: Id,
        name: projectName.optional(),
        description: description.optional(),
        presetId: Id.optional(),
        geoblockRuleId: Id.optional(),
        playerId: Id.nullable().optional().describe('Null: the standard player'),
        keyServerId: Id.nullable()
          .optional()
          .describe('An active one, which encrypts new videos whose preset names none. Null: none'),
      }),
    )
    .output(Project),
  addChannels: call({ who: 'projectManager' })
    .route({
      method: 'POST',
      path: '/api/v1/projects/{key}/playback-channels/add',
      summary: 'Let the project’s videos play on further playback channels',
    })
    .input(z.object({ key: Id, playbackChannelIds: channelIds }))
    .output(Project),
  removeChannels: call({ who: 'projectManager', problems: { 409: CHANNEL_STAYS } })
    .route({
      method: 'POST',
      path: '/api/v1/projects/{key}/playback-channels/remove',
      summary: 'Stop the project’s videos on playback channels',
    })
    .input(z.object({ key: Id, playbackChannelIds: channelIds }))
    .output(Project),
  setPrimaryChannel: call({ who: 'projectManager' })
    .route({
      method: 'POST',
      path: '/api/v1/projects/{key}/playback-channels/primary',
      summary: 'Set the channel, one of the project’s, whose addresses are handed out',
    })
    .input(z.object({ key: Id, playbackChannelId: Id }))
    .output(Project),
  keyServers: call({ who: 'projectManager' })
    .route({
      method: 'GET',
      path: '/api/v1/projects/{key}/key-servers',
      summary: 'Active key servers of the team, of which the project may choose one',
    })
    .input(z.object({ key: Id }))
    .output(shortList(Named)),
  hostings: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/hostings',
      summary: 'Storages that a project’s files can go to',
    })
    .input(z.object({}))
    .output(shortList(Hosting)),
};
