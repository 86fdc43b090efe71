import { z } from 'zod';
import { createCalls } from './call.ts';
import { Id, Time } from './fields.ts';
import { limitQuery } from './lists.ts';
import { nameSchema } from './name-schema.ts';

/** What may stand in the bell. A kind's words and link are in the console, by this name. */
export const NotificationKind = z.enum(['videoCompleted', 'videoFailed', 'videoBatch']);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** So many lines one call marks by their ids. */
const MAX_IDS = 100;

/** Something that finished or failed, or several things of a kind that did. */
export const Notification = nameSchema(
  'Notification',
  z.object({
    id: Id,
    kind: NotificationKind,
    at: Time.describe('When the last of its things finished or failed'),
    project: z
      .object({ key: z.string(), name: z.string() })
      .nullable()
      .describe('The project of its things; null when they are not of one'),
    subject: z
      .object({ key: z.string(), name: z.string().nullable().describe('Its name at that time') })
      .nullable()
      .describe('The last of its things'),
    total: z.int().describe('How many things it is about'),
    failed: z.int().describe('How many of them failed'),
    code: z
      .string()
      .nullable()
      .describe('Why it failed, or what was done; null where several things differ'),
    isSeen: z.boolean().describe('The caller has opened the list since'),
    isRead: z.boolean(),
  }),
);
export type Notification = z.infer<typeof Notification>;

const call = createCalls(
  'Notifications',
  'What finished or failed of what the caller started; kept for 90 days',
);

const upTo = z.iso
  .datetime({ offset: true })
  .describe('`at` of the newest line that the caller knows');

export const notifications = {
  list: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/notifications',
      summary: 'The caller’s own notifications in the team, newest first',
    })
    .input(
      z.object({
        next: z.string().max(500).optional().describe('`next` of the page before'),
        limit: limitQuery({ fallback: 20, max: 100 }),
      }),
    )
    .output(
      z.object({
        data: z.array(Notification),
        next: z.string().nullable(),
        unseenCount: z.int(),
        unreadCount: z.int(),
      }),
    ),
  markSeen: call({ who: 'member' })
    .route({
      method: 'PUT',
      path: '/api/v1/notifications/seen',
      successStatus: 204,
      summary: 'Say that the caller has seen the list; later things of a kind begin a new line',
    })
    .input(z.object({ upTo }))
    .output(z.void()),
  markRead: call({ who: 'member' })
    .route({
      method: 'PUT',
      path: '/api/v1/notifications/read',
      successStatus: 204,
      summary: 'Mark lines as read: some by their ids, or all up to a time',
    })
    .input(
      z
        .object({
          ids: z.array(Id).min(1).max(MAX_IDS).optional(),
          upTo: upTo.optional(),
        })
        .refine(({ ids, upTo: until }) => ids !== undefined || until !== undefined, {
          path: ['ids'],
          params: { code: 'required' },
        }),
    )
    .output(z.void()),
};
