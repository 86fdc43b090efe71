import assert from 'node:assert/strict';
import type { z } from 'zod';

// Values that the fields of a contract must refuse.

export type Input = { [name: string]: unknown };
export type Field = {
  path: (string | number)[];
  kind: string;
  isNullable: boolean;
  isRequired: boolean;
  /** A number or a list that may come as text, where empty text is none. */
  isOfForm: boolean;
  takesZero: boolean;
};

type Schema = z.ZodType & { def: Record<string, unknown> & { type: string } };

const isPreprocessed = ({ def }: Schema) =>
  (def['in'] as Schema | undefined)?.def.type === 'transform';

/** The schema inside one that may be left out, or is changed on its way; null for all others. */
function innerOf(schema: Schema): Schema | null {
  const { def } = schema;
  if (def.type === 'pipe') return def[isPreprocessed(schema) ? 'out' : 'in'] as Schema;
  return ['optional', 'nullable', 'default'].includes(def.type)
    ? (def['innerType'] as Schema)
    : null;
}

/** The innermost schema, without what wraps it. */
export function typeOf(schema: z.ZodType): z.ZodType {
  const inner = innerOf(schema as Schema);
  return inner ? typeOf(inner) : schema;
}

/** All fields of a schema, to the leaves; the first item stands for all of an array. */
export function fieldsOf(schema: z.ZodType, path: (string | number)[] = []): Field[] {
  let isNullable = false;
  let isRequired = true;
  let isOfForm = false;
  let inner = schema as Schema;
  for (let next = innerOf(inner); next; next = innerOf(inner)) {
    const { type } = inner.def;
    isNullable ||= type === 'nullable';
    isRequired &&= type !== 'optional' && type !== 'default';
    isOfForm ||= isPreprocessed(inner);
    inner = next;
  }
  const { type } = inner.def;
  if (type === 'union') {
    const options = inner.def['options'] as Schema[];
    isNullable ||= options.some((option) => option.def.type === 'null');
  }
  const own =
    path.length === 0
      ? []
      : [
          {
            path,
            kind: type,
            isNullable,
            isRequired,
            isOfForm,
            takesZero: inner.safeParse(0).success,
          },
        ];
  if (type === 'object') {
    const shape = Object.entries(inner.def['shape'] as Record<string, z.ZodType>);
    return [...own, ...shape.flatMap(([name, field]) => fieldsOf(field, [...path, name]))];
  }
  if (type === 'array') {
    return [...own, ...fieldsOf(inner.def['element'] as z.ZodType, [...path, 0])];
  }
  return own;
}

export function withValue(input: Input, path: (string | number)[], value: unknown): Input {
  const copy = structuredClone(input);
  let at: Record<string | number, unknown> = copy;
  for (const part of path.slice(0, -1)) at = at[part] as typeof at;
  const last = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return copy;
}

export function valueAt(input: Input, path: (string | number)[]): unknown {
  let at: unknown = input;
  for (const part of path) at = (at as Record<string | number, unknown> | null | undefined)?.[part];
  return at;
}

/** A right text with what PostgreSQL can't keep, at its ends and within. */
export function unstorable(right: string): string[] {
  const middle = Math.floor(right.length / 2);
  return ['\u0000', '\ud800'].flatMap((letter) => [
    right + letter,
    letter + right,
    right.slice(0, middle) + letter + right.slice(middle),
  ]);
}

const isSecret = (field: Field) => /password|token/i.test(String(field.path.at(-1)));
const isId = (field: Field) => /(^id|Id|Key)$/.test(String(field.path.at(-1)));

/** Values that a field in a body must refuse. */
export function wrongInBody(field: Field): unknown[] {
  const longest = 'x'.repeat(70_000);
  const notPrintable = ['a\u0000b', '\u0007', 'a\ud800b', '\u009b31m'];
  const strings = ['__proto__', 'NaN', '1e999', '', longest, ...notPrintable];
  const empty = field.isNullable ? [] : [''];
  const notOfForm = field.isOfForm ? empty : ['5', ''];
  const zero = field.takesZero ? [] : [0];
  const wrong: Record<string, unknown[]> = {
    string: [5, -1, 1e308, true, {}, { $ne: '' }, [], ['x'], longest],
    number: [
      ...notOfForm,
      'NaN',
      '1e3',
      '0x10',
      true,
      {},
      [],
      [5],
      1e308,
      -1,
      0.5,
      2 ** 53,
      ...zero,
    ],
    boolean: ['true', 1, {}, []],
    enum: [5, {}, [], ...strings],
    file: [5, true, 'x', {}, [], 'data:image/png;base64,AAAA'],
    literal: [5, {}, [], ...strings],
    union: [5, true, [], {}, { name: 5 }, '', longest, ...notPrintable],
    object: [5, true, 'x', '', [], [{}]],
    // One text is taken too where items may stand between commas.
    array: [5, true, ...(field.isOfForm ? [] : ['x', '']), {}, { length: 1 }],
  };
  const of = wrong[field.kind];
  assert.ok(of, `no wrong values for a ${field.kind}`);
  return [
    ...of,
    ...(field.isNullable ? [] : [null]),
    ...(field.isRequired ? [undefined] : []),
    ...(field.kind === 'string' && !isSecret(field) ? notPrintable : []),
    ...(isId(field) ? unknownIds : []),
  ];
}

const unknownIds = [
  '018f3c5e-0000-7000-8000-00000000dead',
  '018f3c5e-0000-7000-8000-00000000dea',
  '00000000-0000-0000-0000-000000000000',
  `' or 1=1 --`,
  '../../etc/passwd',
  'x'.repeat(65),
  '🎬',
  'constructor',
];

/** Values that a field in a query must refuse, as raw text behind the question mark. */
export function wrongInQuery(field: Field): string[] {
  // An item of a list has its wrong values with the list.
  if (field.path.length > 1) return [];
  const name = String(field.path[0]);
  const values: Record<string, string[]> = {
    number: ['', 'x', 'NaN', 'Infinity', '-1', '0', '1.5', '1e2', '0x10', '٣', '9'.repeat(30)],
    enum: ['', 'x', '__proto__'],
    string: ['x'.repeat(301), '%00', '%07', '%1b[31m'],
    // Between commas or repeated.
    array: ['%00', 'x'.repeat(65), 'a,'.repeat(101)],
  };
  const alone = (values[field.kind] ?? []).map((value) => `${name}=${value}`);
  const isList = field.kind === 'array';
  const lists = [`${name}=1&${name}=1`, `${name}[]=1`, `${name}[a]=1`, `${name}[__proto__][a]=1`];
  return [...alone, ...(isList ? [`${name}[a]=1`] : lists), `${name}=%ff`, `${name}=%ed%a0%80`];
}

export const wrongInPath = [
  '%00',
  'a%00',
  '%07',
  '%ff',
  '%ed%a0%80',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  'a%2Fb',
  '%252e%252e',
  '__proto__',
  'constructor',
  'x'.repeat(65),
  'x'.repeat(4000),
  '%F0%9F%8E%AC',
  ...unknownIds.map(encodeURIComponent),
];
