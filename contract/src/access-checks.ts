import { z } from 'zod';
import { MAX_CHECKED_URL_LETTERS, MAX_REQUEST_ID_LETTERS } from './bounds.ts';
import { createCalls } from './call.ts';
import { isCountryCode } from './countries.ts';
import { PRINTABLE, Time } from './fields.ts';
import { nameSchema } from './name-schema.ts';
import { EdgeReason, RuleReason } from './published.ts';

/** A rule of the edge, in the order in which they count: the first refusal decides. */
export const AccessRule = z.enum([
  'found',
  'onChannel',
  'signature',
  'website',
  'country',
  'notDeleted',
  'ready',
  'publishedPlan',
]);
export type AccessRule = z.infer<typeof AccessRule>;

const RuleVerdict = z.object({
  rule: AccessRule,
  verdict: z.enum(['allowed', 'refused', 'notApplicable']),
  reason: RuleReason.nullable(),
  detail: z
    .string()
    .nullable()
    .describe(
      'What the rule looked at: the end of the signature, a website, a country; or the domains where a ' +
        'video plays whose project does not play here',
    ),
});

export const AccessCheck = nameSchema(
  'AccessCheck',
  z.object({
    isAllowed: z.boolean(),
    status: z.int().describe('What the edge answers'),
    reason: RuleReason.nullable(),
    rules: z.array(RuleVerdict),
    refusal: z
      .object({
        at: Time,
        status: z.int().describe('What the edge answered'),
        reason: EdgeReason.nullable().describe('Null where no rule refused, but something failed'),
        url: z.string().describe('Without its signature, which no id holds'),
        ip: z.string().nullable(),
        country: z.string().nullable(),
        referrer: z.string().nullable().describe('The origin of the website'),
        rules: z.array(RuleVerdict).describe('What each rule said then'),
      })
      .nullable()
      .describe('What a `requestId` names: who asked for what, and what the edge answered'),
  }),
);
export type AccessCheck = z.infer<typeof AccessCheck>;

const line = (max: number) => z.string().trim().min(1).max(max).regex(PRINTABLE);

/** The viewer is either described, or named by the id of a refusal. */
function askOneThing(
  { requestId, ...described }: { requestId?: string | undefined; url?: string | undefined },
  context: z.RefinementCtx,
): void {
  const isDescribed = Object.values(described).some((value) => value !== undefined);
  if (requestId !== undefined && isDescribed) {
    const params = { code: 'stands_alone' };
    context.addIssue({ code: 'custom', path: ['requestId'], params });
  } else if (requestId === undefined && described.url === undefined) {
    context.addIssue({ code: 'custom', path: ['url'], params: { code: 'required' } });
  }
}

const PATH = '/api/v1/access-checks';
const call = createCalls('access checks', 'Why a viewer may watch, or may not');

export const accessChecks = {
  create: call({
    who: 'manager',
    problems: { 404: 'No such request was refused to a viewer of the team, or it is too long ago' },
  })
    .route({
      method: 'POST',
      path: PATH,
      summary:
        'Judge a viewer, or a request that was refused, by the rules of the edge as they are now',
    })
    .input(
      z
        .object({
          url: line(MAX_CHECKED_URL_LETTERS)
            .describe(
              'Of a page, a playlist or a file, as the viewer has it. Needed without a `requestId`',
            )
            .optional(),
          ip: z
            .union([z.ipv4(), z.ipv6()])
            .meta({ examples: ['203.0.113.7'] })
            .optional(),
          country: z
            .string()
            .trim()
            .toUpperCase()
            .refine(isCountryCode, { params: { code: 'unknown' } })
            .meta({ examples: ['TH'] })
            .optional()
            .describe('Goes before that of the IP address'),
          referrer: line(2000)
            .optional()
            .describe('The page that shows the video, or the name of its website'),
          userAgent: line(1000).optional().describe('Counts where a signature of ark-v2 names one'),
          at: Time.optional().describe('Now, where nothing is given'),
          requestId: line(MAX_REQUEST_ID_LETTERS)
            .optional()
            .describe(
              'Of an answer of the edge that refused something of the team within 7 days: it holds all ' +
                'the rest, so it stands alone',
            ),
        })
        .superRefine(askOneThing),
    )
    .output(AccessCheck),
};
