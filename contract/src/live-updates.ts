import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { createCalls } from './call.ts';

/**
 * The subjects that may change while a page shows them, and who is told of a change: members with the role
 * `least`, which may read the subject. Other members see a part of it in another subject, `othersHear`, whose
 * change they are told of instead, without a key.
 */
const READERS = {
  // Channels name the services that they give licences of.
  drmConfig: { least: 'manager', othersHear: 'playbackChannel' },
  geoblockRule: { least: 'member', othersHear: null },
  job: { least: 'member', othersHear: null },
  // Projects name theirs, and whether it is active.
  keyServer: { least: 'manager', othersHear: 'project' },
  longWork: { least: 'member', othersHear: null },
  // Always told to one account.
  notification: { least: 'member', othersHear: null },
  overlayPreset: { least: 'member', othersHear: null },
  playbackChannel: { least: 'member', othersHear: null },
  player: { least: 'member', othersHear: null },
  preset: { least: 'member', othersHear: null },
  project: { least: 'member', othersHear: null },
  team: { least: 'member', othersHear: null },
  teamInvitation: { least: 'manager', othersHear: null },
  // Most users know only themselves; those who manage a project choose among the members.
  teamMember: { least: 'manager', othersHear: 'teamMember' },
  urlSigningKey: { least: 'manager', othersHear: null },
  video: { least: 'member', othersHear: null },
} as const satisfies Record<string, { least: 'member' | 'manager'; othersHear: string | null }>;

export type LiveSubject = keyof typeof READERS;
export const LIVE_READERS: Record<
  LiveSubject,
  { least: 'member' | 'manager'; othersHear: LiveSubject | null }
> = READERS;

export const LiveSubject = z.enum(Object.keys(READERS) as LiveSubject[]);

/**
 * Changes since the message before, each named once. No subject at all: anything may have changed, as
 * in the first message, and whenever some may have been missed. Not so where it is `resumed`.
 */
export const LiveUpdate = z.object({
  changes: z.array(
    z.object({
      subject: LiveSubject,
      /** Key of the video, key or id of anything else; null when it is many. */
      key: z.string().nullable(),
    }),
  ),
  /** These are all changes since the event that the request named by `Last-Event-ID`. */
  resumed: z.literal(true).optional(),
});
export type LiveUpdate = z.infer<typeof LiveUpdate>;

const call = createCalls('live-updates', 'What changes while you look');

export const liveUpdates = {
  listen: call({
    who: 'member',
    problems: {
      429: 'This account listens too often at once',
      503: 'This installation can’t say what changes; ask again and again instead',
    },
  })
    .route({
      method: 'GET',
      path: '/api/v1/live-updates',
      summary:
        'Server-sent events that name what changes in the team. Ends after some minutes: connect again, with the id of the last event as Last-Event-ID',
    })
    .input(z.object({}))
    .output(eventIterator(LiveUpdate)),
};
