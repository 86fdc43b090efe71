import { z } from 'zod';
import { DESCRIPTION_LETTERS, TITLE_LETTERS } from '../bounds.ts';
import { createCalls } from '../call.ts';
import { Id, text } from '../fields.ts';
import { limitQuery, searchQuery, searchText, shortList, tokenList } from '../lists.ts';
import { isRefusedKind } from '../media-kinds.ts';
import { UploadSource } from '../video-sources.ts';
import { projectKeyQuery, SortOrder, VideoFilter, VideoSort } from './filter.ts';
import { CHANGED_PARTS, CREATED_PARTS, EACH_CREATED_PARTS } from './parts.ts';
import { Creator, VideoSummary } from './summary.ts';
import { Tag } from './tags.ts';
import { Video } from './video.ts';

const title = text(TITLE_LETTERS);

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
  match: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/video-matches',
      summary: 'The best matches of a search, for answers while one types',
      description:
        'Looks at the newest 20,000 videos that the caller may see, and for the video of the very key.',
    })
    .input(
      z.object({
        q: searchText,
        limit: limitQuery({ fallback: 8, max: 20 }),
      }),
    )
    .output(
      z.object({
        data: z.array(VideoSummary),
        isWhole: z.boolean().describe('No older videos were left out'),
      }),
    ),
  get: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: '/api/v1/videos/{id}',
      summary: 'One video, by key',
    })
    .input(z.object({ id: Id }))
    .output(Video),
  create: call({ who: ['uploader', 'form'], isThrottled: true })
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
        ...CREATED_PARTS,
        videos: z
          .array(
            z.object({
              title,
              ...EACH_CREATED_PARTS,
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
        ...CHANGED_PARTS,
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
