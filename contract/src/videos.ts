import { z } from 'zod';
import {
  DESCRIPTION_LETTERS,
  MAX_TAGS,
  TAG_LETTERS,
  TITLE_LETTERS,
  VIDEO_SORTS,
  VIDEO_STATES,
} from './bounds.ts';
import { createCalls } from './call.ts';
import { KeyProblem } from './key-servers.ts';
import { nameSchema } from './name-schema.ts';
import { Drm, DrmModel, Protecting } from './drm.ts';
import { commaList, Day, Id, text, Time } from './fields.ts';
import { GeoblockPolicy, GeoblockPolicyInput } from './geoblock-rules.ts';
import { limitQuery, queryNumber, searchQuery, shortList, tokenList } from './lists.ts';
import { isRefusedKind } from './media-kinds.ts';
import { DeliveryModel } from './preset-tracks.ts';
import { SourceFacts, UploadSource } from './video-sources.ts';

export const ProcessingState = z.enum([
  'sourceWaiting',
  'sourceIngression',
  'processing',
  'partiallyCompleted',
  'completed',
  'failed',
]);
export type ProcessingState = z.infer<typeof ProcessingState>;

/** Says why a source or its encoding was given up; text for people in `i18n`, `videos.reasons.{reason}`. */
export const SourceProblem = z.enum([
  // the file's fault
  'empty',
  'not_media',
  'truncated',
  'damaged',
  'no_streams',
  'no_frames',
  'unsupported_codec',
  'too_large',
  'too_long',
  // ours
  'probe_timeout',
  'out_of_memory',
  'unreadable',
  'tool_failed',
  'source_unreadable',
  'disk_full',
  'killed',
  'timeout',
  'storage_unavailable',
  'key_unavailable',
  'worker_lost',
  'internal',
]);
export type SourceProblem = z.infer<typeof SourceProblem>;

/** As people see it. `playable`: the rest is still made; `failed`: its file's fault, or given up. */
export const VideoState = z.enum(VIDEO_STATES);
export type VideoState = z.infer<typeof VideoState>;

export const VideoSort = z.enum(VIDEO_SORTS);
export type VideoSort = z.infer<typeof VideoSort>;
export const SortOrder = z.enum(['asc', 'desc']);
export type SortOrder = z.infer<typeof SortOrder>;

export const Tag = nameSchema('Tag', z.object({ id: Id, name: z.string() }));
export type Tag = z.infer<typeof Tag>;

const addresses = z.array(z.object({ url: z.string() }));
const PlaybackUrls = z.object({
  primaryPlaybackUrl: z.object({ hls: addresses, dash: addresses, mp4Playlist: addresses }),
  embeddedUrl: z.string(),
});

export const Output = z.object({
  id: Id,
  type: z.enum(['video', 'audio']),
  /** `1080p`, or the audio track's name. */
  name: z.string(),
  codec: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  languageCode: z.string().nullable(),
  /** Bits per second, measured over whole segments; null until the output is complete. */
  bitRate: z.int().nullable(),
  maxBitRate: z.int().nullable(),
  fileSize: z.int().nullable(),
  completed: z.boolean(),
});
export type Output = z.infer<typeof Output>;

export const Creator = nameSchema('Creator', z.object({ id: Id, name: z.string() }));
export type Creator = z.infer<typeof Creator>;

/** A video as lists show it. */
export const VideoSummary = nameSchema(
  'VideoSummary',
  z.object({
    id: Id,
    key: z.string(),
    title: z.string(),
    tags: z.array(Tag),
    /** Seconds; null until the source was probed. */
    duration: z.number().nullable(),
    /** Guessed from the type of a source until it is probed. */
    isAudioOnly: z.boolean(),
    playable: z.boolean(),
    watchUrl: z.string().describe('The page to send to a person; it waits until the video plays'),
    playbackUrls: PlaybackUrls.nullable(),
    requiresSignedUrl: z
      .boolean()
      .describe('None of these plays unless it is signed: its channel demands it'),
    coverImage: z
      .object({ sizes: z.array(z.object({ width: z.int(), url: z.string() })) })
      .nullable(),
    previewStoryboardUrl: z
      .string()
      .nullable()
      .describe('Pictures of its moments for the console; not to be handed out'),
    createdAt: Time,
    updatedAt: Time,
    project: z.object({ id: Id, key: z.string(), name: z.string() }),
    creator: Creator,
    actions: z.object({ updateVideo: z.boolean() }),
    uploadingInfo: z.object({
      state: z.enum(['queued', 'uploading', 'uploaded']),
      /** Whole percent. */
      progress: z.int().min(0).max(100),
      uploadedSize: z.int(),
      totalSize: z.int(),
      uploadCompleteTime: Time.nullable(),
      /** Begun, and without a byte for 5 minutes; it goes on when the same file is chosen again. */
      isInterrupted: z.boolean(),
      /** 24 h since the last byte without a result. */
      isStale: z.boolean(),
    }),
    vod: z.object({
      id: Id,
      revisionKey: z.string(),
      /** Null until the source was checked. */
      deliveryModel: DeliveryModel.nullable(),
      processingInfo: z.object({
        state: ProcessingState,
        totalExpectedOutputs: z.int(),
        totalCompletedOutputs: z.int(),
        /** Whole percent of the encoding. */
        progress: z.int().min(0).max(100),
        failureReason: SourceProblem.nullable(),
      }),
      protecting: Protecting,
      /** Its stream has a key, which can be replaced by a new one. */
      isEncrypted: z.boolean(),
      source: z.object({
        fileName: z.string(),
        type: z.string(),
        size: z.int(),
        /** Pixels as shown, turned upright; null until the source was probed, and without video. */
        width: z.int().nullable(),
        height: z.int().nullable(),
        /** `probeFileError`: the file is at fault; `probeError`: we are, or the cause is unknown. */
        probeErrorType: z.enum(['probeFileError', 'probeError']).nullable(),
        probeErrorDetail: SourceProblem.nullable(),
        /** Technical words of the probe, for support. */
        probeDetail: z.string().nullable(),
      }),
    }),
  }),
);
export type VideoSummary = z.infer<typeof VideoSummary>;

/** A video with what its own page shows: the summary, and what features add to it. */
export const Video = nameSchema(
  'Video',
  VideoSummary.extend({
    description: z.string(),
    /** The console plays by these, whatever is demanded of viewers, for a day; not to be handed out. */
    previewUrl: z.string().nullable().describe('A page where a key server has the key'),
    previewLicenseToken: z.string().nullable(),
    overlayPresetId: Id.nullable(),
    geoblockPolicy: GeoblockPolicy,
    vod: VideoSummary.shape.vod.extend({
      ...Drm.shape,
      outputs: z.array(Output),
      keyProblem: KeyProblem.nullable(),
      source: VideoSummary.shape.vod.shape.source.extend({
        facts: SourceFacts.nullable(),
      }),
    }),
    additionalVideoMetaData: z.object({
      fields: z.array(
        z.object({
          fieldName: z.string(),
          displayName: z.string(),
          value: z.string().nullable(),
        }),
      ),
      genres: z.array(z.string()),
    }),
  }),
);
export type Video = z.infer<typeof Video>;

const title = text(TITLE_LETTERS);
export const TagName = text(TAG_LETTERS);

const projectKeyQuery = Id.describe('Key or id of a project; without it all are listed').optional();

export const VideoFilter = z.object({
  projectKey: projectKeyQuery,
  q: searchQuery,
  dateFilterType: z
    .enum(['year', 'month', 'dateRange'])
    .optional()
    .describe(
      'Which of the following apply: `year`: year; `month`: year and month; `dateRange`: startDate and endDate',
    ),
  startDate: Day.optional().describe('First day, in Thai time (UTC+7)'),
  endDate: Day.optional().describe('Last day, in Thai time (UTC+7)'),
  month: queryNumber(1, 12).optional(),
  year: queryNumber(2001, 9000).optional().describe('Gregorian'),
  tagIds: commaList(Id, 100)
    .optional()
    .describe('Ids of tags, of which a video has at least one, between commas'),
  states: commaList(VideoState, VideoState.options.length)
    .optional()
    .describe('States, of which a video has one, between commas'),
  creatorIds: commaList(Id, 100)
    .optional()
    .describe('Ids of people, of whom one created the video, between commas'),
  drmModels: commaList(DrmModel, 3).optional().describe('Protections, of which a video has one'),
  encryption: z.enum(['clear', 'encrypted']).optional().describe('By DRM or a key server'),
});
export type VideoFilter = z.infer<typeof VideoFilter>;

const call = createCalls('videos', 'Videos, their state, tags and playback addresses');

const pageToken = (side: 'after' | 'before') =>
  z
    .string()
    .max(1000)
    .optional()
    .describe(`As an earlier answer gave it: the page ${side} that one`);

export const videos = {
  list: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: '/api/v1/videos',
      summary: 'Videos of one project or of all that the caller may see',
    })
    .input(
      VideoFilter.extend({
        sort: VideoSort.optional().describe(
          'Without it the newest first; of a search those with the phrase in their title, or as a tag, before the rest',
        ),
        order: SortOrder.optional().describe(
          'Without it `asc` by title and `desc` by anything else; an unknown duration counts as none',
        ),
        limit: limitQuery({ fallback: 20, max: 100 }),
        next: pageToken('after'),
        previous: pageToken('before'),
      }),
    )
    .output(tokenList(VideoSummary)),
  get: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: '/api/v1/videos/{id}',
      summary: 'One video, by key',
    })
    .input(z.object({ id: Id }))
    .output(Video),
  create: call({ who: 'uploader', isThrottled: true })
    .route({
      method: 'POST',
      path: '/api/v1/videos',
      successStatus: 201,
      summary: 'Create videos that wait for their source file',
    })
    .input(
      z.object({
        projectKey: Id,
        presetId: Id.nullish(),
        overlayPresetId: Id.nullish(),
        geoblockPolicy: GeoblockPolicyInput.nullish(),
        videos: z
          .array(
            z.object({
              title,
              tags: commaList(TagName, MAX_TAGS).nullish(),
              source: UploadSource.refine(({ fileName, type }) => !isRefusedKind(fileName, type), {
                path: ['fileName'],
                params: { code: 'unsupported' },
              })
                .optional()
                .describe(
                  'Left out: the upload says its length, and by `Upload-Metadata` its name',
                ),
            }),
          )
          .min(1)
          .max(500),
      }),
    )
    .output(z.array(Video)),
  update: call({ who: 'uploader' })
    .route({
      method: 'PUT',
      path: '/api/v1/videos/{id}',
      summary: 'Change a video’s information; fields left out stay',
    })
    .input(
      z.object({
        id: Id,
        title: title.optional(),
        description: text({ ...DESCRIPTION_LETTERS, lines: true }).optional(),
        /** Names; a list of `{name}` is taken too, as a video is answered. */
        tags: commaList(
          z
            .union([z.string(), z.object({ name: z.string() }).transform((tag) => tag.name)])
            .pipe(TagName),
          MAX_TAGS,
        ).optional(),
        geoblockPolicy: GeoblockPolicyInput.optional(),
        additionalVideoMetaData: z
          .object({
            fields: z
              .array(
                z.object({
                  fieldName: z.literal('publishedDate'),
                  /** `YYYY-MM-DD` or an RFC 3339 time, of which the day counts; null clears it. */
                  value: z
                    .union([Day, Time.transform((time) => time.slice(0, 10)).pipe(Day)])
                    .nullable(),
                }),
              )
              .max(10),
          })
          .optional(),
      }),
    )
    .output(Video),
  delete: call({ who: 'uploader' })
    .route({
      method: 'DELETE',
      path: '/api/v1/videos/{id}',
      successStatus: 204,
      summary: 'Move a video to the recycle bin; playback stops at once',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  restore: call({ who: 'uploader' })
    .route({
      method: 'PUT',
      path: '/api/v1/deleted-videos/restore/{videoKey}',
      summary:
        'Take a video out of the recycle bin, within 30 days of its deletion; it plays again',
    })
    .input(z.object({ videoKey: Id }))
    .output(Video),
  creators: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: '/api/v1/video-creators',
      summary: 'People who created videos that the caller may see, by name',
    })
    .input(
      z.object({
        projectKey: projectKeyQuery,
        q: searchQuery,
        limit: limitQuery({ fallback: 50, max: 100 }),
      }),
    )
    .output(shortList(Creator)),
  tags: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: '/api/v1/video-tags',
      summary: 'Tags in use, by name',
    })
    .input(
      z.object({
        projectKey: projectKeyQuery,
        q: searchQuery,
        limit: limitQuery({ fallback: 50, max: 100 }),
      }),
    )
    .output(shortList(Tag)),
};
