import { z } from 'zod';
import { MAX_CHECKED_URL_LETTERS } from './bounds.ts';
import { createCalls } from './call.ts';
import { isCountryCode } from './countries.ts';
import { PRINTABLE, Time } from './fields.ts';
import { nameSchema } from './name-schema.ts';
import { RuleReason } from './published.ts';

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

export const AccessCheck = nameSchema(
  'AccessCheck',
  z.object({
    isAllowed: z.boolean(),
    status: z.int().describe('What the edge answers'),
    reason: RuleReason.nullable(),
    rules: z.array(
      z.object({
        rule: AccessRule,
        verdict: z.enum(['allowed', 'refused', 'notApplicable']),
        reason: RuleReason.nullable(),
        detail: z
          .string()
          .nullable()
          .describe('What the rule looked at: the end of the signature, a website, a country'),
      }),
    ),
  }),
);
export type AccessCheck = z.infer<typeof AccessCheck>;

const line = (max: number) => z.string().trim().min(1).max(max).regex(PRINTABLE);

const PATH = '/api/v1/access-checks';
const call = createCalls('access checks', 'Why a viewer may watch, or may not');

export const accessChecks = {
  create: call({ who: 'manager' })
    .route({
      method: 'POST',
      path: PATH,
      summary: 'Judge a viewer by the rules of the edge, as they are published at this moment',
    })
    .input(
      z.object({
        url: line(MAX_CHECKED_URL_LETTERS).describe(
          'Of a page, a playlist or a file, as the viewer has it',
        ),
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
        referrer: line(2000).optional().describe('The website that shows the video'),
        userAgent: line(1000).optional().describe('Counts where a signature of ark-v2 names one'),
        at: Time.optional().describe('Now, where nothing is given'),
      }),
    )
    .output(AccessCheck),
};
