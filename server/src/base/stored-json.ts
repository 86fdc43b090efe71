import type { z } from 'zod';

/**
 * Reads a document that other builds read and write too: members that this build doesn't know stay in
 * it, at every depth, so that they are there when it is written back.
 *
 * @throws ZodError when what this build knows of it isn't as it should be
 */
export function parseStored<Schema extends z.ZodType>(
  schema: Schema,
  stored: unknown,
): z.output<Schema> {
  return keepUnknown(schema.parse(stored), stored) as z.output<Schema>;
}

function keepUnknown(parsed: unknown, stored: unknown): unknown {
  if (Array.isArray(parsed) && Array.isArray(stored)) {
    return parsed.map((one, n) => keepUnknown(one, stored[n]));
  }
  if (!isObject(parsed) || !isObject(stored)) return parsed;
  const known = Object.entries(parsed).map(([name, one]) => [name, keepUnknown(one, stored[name])]);
  return { ...stored, ...Object.fromEntries(known) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
