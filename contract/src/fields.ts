import { z } from 'zod';
import { MAIL_ADDRESS, MAX_MAIL_ADDRESS_LETTERS } from './bounds.ts';
import { checkText, type Range, type TextRule } from './field-rules.ts';
import { normaliseText } from './normalise-text.ts';

// Fields that several features share. Text is counted by grapheme, compared after NFC.

// Controls, bidi overrides and lone surrogates have no place in a name.
const UNPRINTABLE = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;

/**
 * UTF-16 units before graphemes are counted. A family in emoji has eleven, but no long text has four
 * a character on average; what is longer would be brought into NFC to be refused or kept for nothing.
 */
const getMaxUnits = (max: number) => Math.min(max * 12, max * 4 + 2000);

/** No id, address or search word has these: PostgreSQL refuses NUL, and a person sees none. */
export const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/**
 * Text of `min` to `max` graphemes, trimmed and NFC, of one line unless `lines` is set: line
 * ends and tabs become spaces. Codes of its issues: `required`, `too_short`, `too_long`,
 * `unprintable`.
 */
export function text(options: TextRule & { lines?: boolean }) {
  const min = options.min ?? 0;
  const asLines = (value: string) => value.replaceAll(LINE_ENDS, '\n');
  return z
    .string()
    .max(getMaxUnits(options.max))
    .transform((value) => {
      const normal = asLines(normaliseText(value)).trim();
      return options.lines ? normal : normal.replaceAll(/[\t\n]+/g, ' ');
    })
    .superRefine((value, context) => {
      const code = UNPRINTABLE.test(value) ? 'unprintable' : checkText(value, options)?.code;
      if (code === undefined) return;
      context.addIssue({ code: 'custom', message: code, params: { code } });
    })
    .describe(`${min} to ${options.max} characters as a person counts them`);
}

type NumberText = number | string | null | undefined;
type NumberRange = Range & { isWhole?: boolean };

const inRange = ({ min, max, isWhole = true }: NumberRange) =>
  (isWhole ? z.int() : z.number()).min(min).max(max);

/** `"23"` is 23 and `""` is none; other text than a decimal number is left to `issue`. */
function readNumber(given: NumberText, issue: (code: string, message: string) => void): unknown {
  if (typeof given !== 'string') return given;
  const typed = given.trim();
  if (typed === '') return null;
  if (/^-?\d{1,9}(\.\d{1,6})?$/.test(typed)) return Number(typed);
  issue('not_a_number', 'Not a number');
  return z.NEVER;
}

const preprocessNumber =
  (none: null | undefined) => (given: NumberText, context: z.RefinementCtx) =>
    readNumber(given, (code, message) =>
      context.addIssue({ code: 'custom', message, params: { code } }),
    ) ?? none;

/** A number of a form, which may come as text. Codes: `required`, `not_a_number`, `too_small`, … */
export function numberField(range: NumberRange) {
  return z.preprocess(preprocessNumber(undefined), inRange(range));
}

/** Works as `numberField`, but `""`, null and nothing are null. */
export function optionalNumberField(range: NumberRange) {
  return z.preprocess(preprocessNumber(null), inRange(range).nullable()).default(null);
}

export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(PRINTABLE)
  .meta({ examples: ['01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed'] });
/** A mail address that somebody is invited by, in lower case. Its issue has the code `not_an_address`. */
export const MailAddress = z
  .string()
  .max(MAX_MAIL_ADDRESS_LETTERS)
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => MAIL_ADDRESS.test(value), { params: { code: 'not_an_address' } })
  .meta({ examples: ['malee@example.com'] });
export const Time = z.iso.datetime();
/** `YYYY-MM-DD`, from the year 1 on: PostgreSQL has no year 0. */
export const Day = z.iso.date().refine((day) => day >= '0001-01-01');
export const Language = z.enum(['th', 'en']);
export type Language = z.infer<typeof Language>;
export const TeamRole = z.enum(['admin', 'manager', 'user']);
export type TeamRole = z.infer<typeof TeamRole>;
export const ProjectRole = z.enum(['project-manager', 'uploader', 'viewer']);
export type ProjectRole = z.infer<typeof ProjectRole>;

/** An array, or one text of items between commas: `a,b`, `tagIds=a,b` and `tagIds=a&tagIds=b`. */
export function commaList<T extends z.ZodType>(item: T, max: number) {
  return z.preprocess(
    (given) =>
      typeof given === 'string' ? given.split(',').flatMap((part) => part.trim() || []) : given,
    z.array(item).max(max),
  );
}
