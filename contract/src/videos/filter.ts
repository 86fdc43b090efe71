import { z } from 'zod';
import { VIDEO_SORTS, VIDEO_STATES } from '../bounds.ts';
import { commaList, Day, Id } from '../fields.ts';
import { queryNumber, searchQuery } from '../lists.ts';
import { FILTER_PARTS } from './parts.ts';

/** As people see it. `playable`: the rest is still made; `failed`: its file's fault, or given up. */
export const VideoState = z.enum(VIDEO_STATES);
export type VideoState = z.infer<typeof VideoState>;

export const VideoSort = z.enum(VIDEO_SORTS);
export type VideoSort = z.infer<typeof VideoSort>;
export const SortOrder = z.enum(['asc', 'desc']);
export type SortOrder = z.infer<typeof SortOrder>;

export const projectKeyQuery = Id.describe(
  'Key or id of a project; without it all are listed',
).optional();

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
  states: commaList(VideoState, VideoState.options.length)
    .optional()
    .describe('States, of which a video has one, between commas'),
  creatorIds: commaList(Id, 100)
    .optional()
    .describe('Ids of people, of whom one created the video, between commas'),
  ...FILTER_PARTS,
});
export type VideoFilter = z.infer<typeof VideoFilter>;
