import { z } from 'zod';
import { MAX_BATCH_KEYS, MAX_TAGS } from './bounds.ts';
import { createCalls } from './call.ts';
import { Id, Time } from './fields.ts';
import { shortList } from './lists.ts';
import { nameSchema } from './name-schema.ts';
import { VideoFilter } from './videos/filter.ts';
import { TagName } from './videos/tags.ts';

/** A change of many videos, made by a job after the call was answered. */

/** So many videos one call changes that names them by a filter. */
export const MAX_BATCH_VIDEOS = 100_000;
/** So many failures an answer lists; `failed` counts all. */
export const MAX_LISTED_FAILURES = 100;

const tags = z.array(TagName).min(1).max(MAX_TAGS);

export const BatchAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('addTags'), tags }),
  z.strictObject({ type: z.literal('removeTags'), tags }),
  /** To this project; the caller may update videos there. */
  z.strictObject({ type: z.literal('move'), projectKey: Id }),
  /** To the recycle bin. */
  z.strictObject({ type: z.literal('delete') }),
  /**
   * Encrypted streams get a new key, each in a job of its own. A filter then only selects encrypted videos.
   */
  z.strictObject({ type: z.literal('rotateKeys') }),
]);
export type BatchAction = z.infer<typeof BatchAction>;

/** A list that names nothing, or a date without its kind, would match all. */
const BatchFilter = z.strictObject(VideoFilter.shape).superRefine((filter, context) => {
  const { dateFilterType: type, year, month, startDate, endDate } = filter;
  const lacks: readonly (readonly [keyof VideoFilter, boolean])[] = [
    ['dateFilterType', type === undefined && (year ?? month ?? startDate ?? endDate) !== undefined],
    ['year', (type === 'year' || type === 'month') && year === undefined],
    ['month', type === 'month' && month === undefined],
    ['startDate', type === 'dateRange' && (startDate ?? endDate) === undefined],
  ];
  const empty = Object.entries(filter).map(
    ([name, wanted]) => [name, Array.isArray(wanted) && wanted.length === 0] as const,
  );
  for (const [name, isLacking] of [...empty, ...lacks]) {
    if (isLacking) context.addIssue({ code: 'custom', path: [name], params: { code: 'required' } });
  }
});

export const BatchVideos = z.union([
  z.strictObject({ keys: z.array(Id).min(1).max(MAX_BATCH_KEYS) }),
  /** All that match now and the caller may change. */
  z.strictObject({ filter: BatchFilter }),
]);
export type BatchVideos = z.infer<typeof BatchVideos>;

/**
 * Says why a video was left as it is: it is absent or invisible to the caller; visible but not changeable; it
 * would have too many tags; it has changed since, which an undo respects; it is not encrypted, or not encoded
 * yet; viewers could not watch it in the other project, as it is multi-DRM; or an internal fault.
 */
export const BatchFailureCode = z.enum([
  'not_found',
  'forbidden',
  'too_many_tags',
  'changed_since',
  'stream_not_encrypted',
  'video_not_ready',
  'drm_not_set_up',
  'internal_error',
]);
export type BatchFailureCode = z.infer<typeof BatchFailureCode>;

export const VideoBatch = nameSchema(
  'VideoBatch',
  z.object({
    id: Id,
    action: z.enum(['addTags', 'removeTags', 'move', 'delete', 'rotateKeys', 'undo']),
    /** The tags that a change of tags adds or removes. */
    tags: z.array(z.string()),
    /** Says where videos are moved to; null for other actions, and when the caller may not see it. */
    project: z.object({ key: z.string(), name: z.string() }).nullable(),
    /** The batch that this one takes back. */
    undoOf: Id.nullable(),
    /** `cancelled`: it was undone before it came to its end; its `total` was not reached. */
    state: z.enum(['queued', 'running', 'completed', 'cancelled']),
    total: z.int(),
    /** Videos that are as the action wants them. */
    done: z.int(),
    failed: z.int(),
    /** The first of those that failed and that the caller may see, or named himself. */
    failures: z.array(
      z.object({
        key: z.string(),
        /** Null when the caller may not see it. */
        title: z.string().nullable(),
        code: BatchFailureCode,
      }),
    ),
    /** The caller may take it back now, whole or as far as it came. */
    isUndoable: z.boolean(),
    createdAt: Time,
    completedAt: Time.nullable(),
  }),
);
export type VideoBatch = z.infer<typeof VideoBatch>;

const call = createCalls('video-batches', 'Changes of many videos at once, which can be undone');

export const videoBatches = {
  create: call({
    who: 'member',
    problems: { 409: 'The filter matches more videos than one call changes' },
  })
    .route({
      method: 'POST',
      path: '/api/v1/video-batches',
      successStatus: 202,
      summary:
        'Change many videos by their keys, or all that match a filter now and the caller may change',
    })
    .input(z.object({ action: BatchAction, videos: BatchVideos }))
    .output(VideoBatch),
  list: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/video-batches',
      summary: 'The caller’s changes of many videos of the last day, newest first; at most 20',
    })
    .input(z.object({}))
    .output(shortList(VideoBatch)),
  get: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: '/api/v1/video-batches/{id}',
      summary:
        'How far a change of many videos is: one’s own, or one of projects that one may all see',
    })
    .input(z.object({ id: Id }))
    .output(VideoBatch),
  undo: call({
    who: 'member',
    problems: { 409: 'It was undone before, is an undo itself, or is too old' },
  })
    .route({
      method: 'POST',
      path: '/api/v1/video-batches/undo',
      successStatus: 202,
      summary: 'Take back a change of the caller’s, within 30 days; what still waits is not done',
    })
    .input(z.object({ batchId: Id }))
    .output(VideoBatch),
};
