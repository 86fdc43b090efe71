/** The server puts this in the place of a secret. */
export const HIDDEN = '•••';

/** One value that was changed, found by the names of the fields that it is in. */
export type FieldChange = { path: readonly string[]; before: unknown; after: unknown };

/** Fields that are only ever changed with another one, which says more. */
const TECHNICAL = new Set(['updatedAt', 'searchText', 'version']);

/** Lists changed values one by one: of objects and of lists of objects those parts that differ. */
export function listFieldChanges(changes: Record<string, unknown[]>): FieldChange[] {
  return Object.entries(changes)
    .filter(([field]) => !TECHNICAL.has(field))
    .flatMap(([field, [before = null, after = null]]) => compare([field], before, after));
}

function compare(path: readonly string[], before: unknown, after: unknown): FieldChange[] {
  // A secret that was changed looks the same before and after.
  if (before !== HIDDEN && JSON.stringify(before) === JSON.stringify(after)) return [];
  const [was, is] = [toParts(before), toParts(after)];
  // Words, numbers and lists of them are one value; where there was nothing, so is that.
  const isWhole = was === null && is === null;
  if (isWhole || isValue(before) || isValue(after)) return [{ path, before, after }];
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...names].flatMap((name) =>
    compare([...path, name], was?.[name] ?? null, is?.[name] ?? null),
  );
}

/** The named parts of an object; of a list of objects each by its number. Null where there are none. */
function toParts(value: unknown): Record<string, unknown> | null {
  if (!isObject(value)) return null;
  if (!Array.isArray(value)) return value;
  if (!value.some(isObject)) return null;
  return Object.fromEntries(value.map((one, index) => [String(index + 1), one]));
}

/** A word, a number, or a list of these; an empty list may also be one of objects. */
function isValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && !value.some(isObject);
  return value !== null && !isObject(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
