import { z } from 'zod';
import { nameSchema } from './name-schema.ts';

/** The kinds of things that use others. */
export const USE_KINDS = ['project', 'video', 'preset', 'playbackChannel'] as const;
export type UseKind = (typeof USE_KINDS)[number];

/** Says what uses a thing, which keeps it from deletion: by kind a few by name, and how many there are. */
export const Uses = nameSchema(
  'Uses',
  z.array(
    z.object({
      kind: z.enum(USE_KINDS),
      named: z
        .array(
          z.object({
            key: z.string().describe('Its key, or its id where it has no key'),
            name: z.string(),
            parentKey: z.string().optional().describe('The project of a video'),
          }),
        )
        .describe('At most ten of those that the caller may see; no deleted video'),
      count: z.int().describe('All of them, deleted videos too: they can be restored'),
    }),
  ),
);
export type Uses = z.infer<typeof Uses>;
