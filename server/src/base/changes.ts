import { isDeepStrictEqual } from 'node:util';

/** The fields that a write changed, each with its value before and after. */
export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** Stands in the place of a secret that is there. */
export const HIDDEN = '•••';

/** Columns with these names are never shown, nor are bytes, which are keys and certificates. */
const SECRET_COLUMN = /(?:^|_)(?:sealed|hash)(?:_|$)/;

/**
 * Compares a row as it was with the values written over it. Fields have the API's names; fields that were not
 * written are left out.
 *
 * @param secretFields are reported as changed, or as absent, without their values
 */
export function diff(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  secretFields: readonly string[] = [],
): Changes {
  const changes = Object.entries(after).flatMap(([column, now]): [string, Changes[string]][] => {
    const was = before[column] ?? null;
    if (now === undefined || isDeepStrictEqual(was, now)) return [];
    const isSecret = secretFields.includes(column) || SECRET_COLUMN.test(column);
    const show = (value: unknown) =>
      value !== null && (isSecret || value instanceof Uint8Array) ? HIDDEN : value;
    return [[toFieldName(column), [show(was), show(now)]]];
  });
  return Object.fromEntries(changes);
}

const toFieldName = (column: string) =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
