import type { z } from 'zod';

const named = new Map<string, z.ZodType>();

/** Names a schema of many answers in the API's description. */
export function nameSchema<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  if (named.has(name)) throw new RangeError(`two schemas are called ${name}`);
  named.set(name, schema);
  return schema;
}

/** Lists the named schemas of every loaded part of the contract, by name. */
export function listNamedSchemas(): [name: string, schema: z.ZodType][] {
  return [...named].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
