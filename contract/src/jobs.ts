import { z } from 'zod';
import { createCalls } from './call.ts';
import { Id, Time } from './fields.ts';
import { pagedList, pageQuery } from './lists.ts';
import { SourceProblem } from './videos/summary.ts';

/** One step of a video's processing. */
export const VideoJob = z.object({
  id: z.string(),
  /**
   * `check` reads and plans the source; `copy`, `video` and `audio` make pieces of outputs; `images`
   * the cover and the pictures for scrubbing; `package` files for download.
   */
  type: z.enum(['check', 'copy', 'video', 'audio', 'images', 'package']),
  state: z.enum(['waiting', 'running', 'completed', 'failed']),
  /** Names of the outputs that it makes, e.g. `1080p`. */
  outputs: z.array(z.string()),
  /** Seconds of the video that it covers; null when it covers all. */
  startSeconds: z.number().nullable(),
  endSeconds: z.number().nullable(),
  attempts: z.int(),
  failureReason: SourceProblem.nullable(),
  startedAt: Time.nullable(),
  completedAt: Time.nullable(),
});
export type VideoJob = z.infer<typeof VideoJob>;

/** Says how far an output is, counted by the segments that are stored. */
export const OutputProgress = z.object({
  /** As in the video's outputs. */
  id: z.string(),
  segmentsCompleted: z.int(),
  segmentsTotal: z.int(),
  /** The finished parts of an output, in seconds of the video, ascending and without overlaps. */
  made: z.array(z.object({ startSeconds: z.number(), endSeconds: z.number() })),
});
export type OutputProgress = z.infer<typeof OutputProgress>;

/** Whole percent of the segments of all outputs that are not made on demand alone. */
const progress = z.int().min(0).max(100);

export const VideoJobs = z.object({
  jobs: z.array(VideoJob),
  progress,
  outputs: z.array(OutputProgress),
  piecesCompleted: z.int(),
  piecesTotal: z.int(),
  /** Videos that wait and come first; 0 while a step of ours runs, null when none waits. */
  queuePlace: z.int().nullable(),
  /** Computed from the pace of the segments; null while it is unknown, and while nothing runs. */
  secondsLeft: z.int().nullable(),
  /** Seconds of video made in a second; null while it is unknown, and while nothing runs. */
  speed: z.number().nullable(),
  /** Seconds from the plan to the whole; null until then. */
  tookSeconds: z.int().nullable(),
  /** Says why nothing goes on: `noWorker` when none is alive. */
  waitsFor: z.enum(['upload', 'queue', 'noWorker']).nullable(),
});
export type VideoJobs = z.infer<typeof VideoJobs>;

/** A video on the team's page of jobs. */
const JobVideo = z.object({
  videoKey: z.string(),
  /** The current one, or one that is prepared: a video may have work on both. */
  revisionKey: z.string(),
  title: z.string(),
  project: z.object({ key: z.string(), name: z.string() }),
  /** Its smallest picture. */
  coverUrl: z.string().nullable(),
  /** Seconds; null until the source was probed. */
  duration: z.number().nullable(),
  isAudioOnly: z.boolean(),
});

/** A video with work waiting or running, or that has failed. */
export const TeamJob = JobVideo.extend({
  state: z.enum(['waiting', 'running', 'failed']),
  piecesCompleted: z.int(),
  piecesRunning: z.int(),
  /** 0 until the source was checked. */
  piecesTotal: z.int(),
  progress,
  /** Names of the outputs that are made now. */
  outputs: z.array(z.string()),
  /** Videos of the team that wait and come first; null unless it waits. */
  queuePlace: z.int().nullable(),
  /** The same as on the page of the video. */
  secondsLeft: z.int().nullable(),
  speed: z.number().nullable(),
  failureReason: SourceProblem.nullable(),
  actions: z.object({ updateVideo: z.boolean() }),
  createdAt: Time,
});
export type TeamJob = z.infer<typeof TeamJob>;

/** A video that was processed whole. */
export const CompletedJob = JobVideo.extend({
  completedAt: Time,
  /** Seconds from the plan to the whole. */
  tookSeconds: z.int().nullable(),
});
export type CompletedJob = z.infer<typeof CompletedJob>;

const call = createCalls('jobs', 'What is being made of videos');

export const jobs = {
  ofVideo: call({ who: 'viewer' })
    .route({
      method: 'GET',
      path: '/api/encoding/v1/videos/{id}/jobs',
      summary: 'Steps of a video’s processing',
    })
    .input(z.object({ id: Id, revisionKey: Id.optional() }))
    .output(VideoJobs),
  retry: call({ who: 'uploader', problems: { 409: 'Nothing of the video has failed' } })
    .route({
      method: 'POST',
      path: '/api/encoding/v1/videos/{id}/jobs/retry',
      successStatus: 204,
      summary: 'Try the steps that failed once more; those that are done are kept',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  ofTeam: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/encoding/v1/jobs',
      summary: 'Videos of the team with work running, waiting or failed',
    })
    .input(z.object({ ...pageQuery({ fallback: 20, max: 100 }) }))
    .output(
      pagedList(TeamJob).extend({
        /** Counts failed jobs on all pages. */
        failed: z.int(),
        /** Workers that have given a sign of life within the last seconds: of all machines, and for all teams. */
        workers: z.object({
          alive: z.int(),
          /** Some of these workers run on machines where no cage for ffmpeg works. */
          uncaged: z.int(),
          slots: z.int(),
          /** Slots that make something of the team’s videos. */
          busy: z.int(),
        }),
      }),
    ),
  completed: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/encoding/v1/jobs/completed',
      summary: 'Videos of the team that were processed whole in the last 24 hours, newest first',
    })
    .input(z.object({ ...pageQuery({ fallback: 20, max: 100 }) }))
    .output(pagedList(CompletedJob)),
  retryAll: call({ who: 'member' })
    .route({
      method: 'POST',
      path: '/api/encoding/v1/jobs/retry',
      summary: 'Try everything that failed once more, where the caller may change videos',
    })
    .input(z.object({}))
    .output(
      z.object({
        /** Videos, at most 100 in one call. */
        retried: z.int(),
      }),
    ),
};
