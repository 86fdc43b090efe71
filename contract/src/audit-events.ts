import { z } from 'zod';
import { MAX_CSV_CHANGES } from './bounds.ts';
import { createCalls } from './call.ts';
import { Id, PRINTABLE, Time } from './fields.ts';
import { limitQuery } from './lists.ts';
import { nameSchema } from './name-schema.ts';

const Named = z.object({
  kind: z
    .enum(['account', 'token', 'form', 'job'])
    .describe('`job`: the product itself, for a person or by itself'),
  id: z.string(),
  name: z.string().describe('Its name at that time'),
});

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null(), z.looseObject({})]);
/** Any value of JSON, of which only the outermost list is said. */
const Value = z.union([scalar, z.array(scalar)]);

/** A thing that a write changed. */
export const AuditEvent = nameSchema(
  'AuditEvent',
  z.object({
    id: Id,
    at: Time,
    actor: Named.extend({
      onBehalfOf: Named.optional().describe('The person behind a token, or behind a job'),
    }),
    action: z.string().describe('`video.deleted`, `player.changed` and the like'),
    projectId: Id.nullable(),
    subject: z.object({
      type: z.string().describe('`video`, `player` and the like'),
      id: z.string().nullable(),
      name: z.string().nullable().describe('Its name at that time'),
      key: z
        .string()
        .nullable()
        .describe('Its key, or id where it has none; null when the caller can’t open it any more'),
    }),
    changes: z
      .record(z.string(), z.array(Value).length(2))
      .describe('Each field that was changed, before and after; of a secret only that it was'),
    undoableBatchId: Id.nullable().describe(
      'The change of many videos that this was part of, while the caller can take it back',
    ),
  }),
);
export type AuditEvent = z.infer<typeof AuditEvent>;

const name = z.string().min(1).max(100).regex(PRINTABLE).optional();
const call = createCalls('History', 'Who changed what, and when; kept for a year');

const filter = {
  actorId: name.describe('The id of an account, also for what its tokens and jobs did'),
  action: name.describe('`video.deleted`, or `video` for all of videos'),
  subjectType: name,
  subjectId: name,
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional().describe('Before this time'),
};

export const auditEvents = {
  list: call({
    who: 'member',
    problems: { 403: 'Without `subjectType` and `subjectId`, or of such things: for admins' },
  })
    .route({
      method: 'GET',
      path: '/api/v1/audit-events',
      summary:
        'Changes, newest first: admins see all, others those of one thing that they may change',
    })
    .input(
      z.object({
        ...filter,
        next: z.string().max(500).optional().describe('`next` or `previous` of another page'),
        limit: limitQuery({ fallback: 50, max: 200 }),
      }),
    )
    .output(
      z.object({
        data: z.array(AuditEvent),
        names: z
          .record(z.string(), z.string())
          .describe('Present names of projects and things that the changes hold by id'),
        next: z.string().nullable(),
        previous: z.string().nullable(),
      }),
    ),
  download: call({ who: 'admin' })
    .route({
      method: 'GET',
      path: '/api/v1/audit-events/csv',
      summary: `The same as CSV: the newest ${MAX_CSV_CHANGES} changes at most, with times in UTC`,
    })
    .input(z.object(filter))
    .output(z.file().mime('text/csv')),
};
