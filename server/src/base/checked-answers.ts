import type { AnySchema } from '@orpc/contract';

/**
 * Throws when an answer differs from the contract or has members that it doesn't describe: a schema drops
 * unknown members silently, but the wire would not.
 */
export async function requireDescribed(schema: AnySchema, answer: unknown): Promise<void> {
  const parsed = await schema['~standard'].validate(answer);
  if (parsed.issues) {
    throw new Error(`The contract knows no such answer: ${JSON.stringify(parsed.issues)}`);
  }
  const unknown = unknownMembers(answer, parsed.value);
  if (unknown.length > 0) throw new Error(`The contract knows no ${unknown.join(', ')}`);
}

/** Paths of members that JSON would show and that the parsed answer lacks. */
function unknownMembers(answer: unknown, parsed: unknown, path = 'answer'): string[] {
  if (!isContainer(answer)) return [];
  if (!isContainer(parsed)) return [path];
  return Object.entries(answer).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const place = `${path}.${name}`;
    return Object.hasOwn(parsed, name) ? unknownMembers(value, parsed[name], place) : [place];
  });
}

function isContainer(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
