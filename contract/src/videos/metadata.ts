import { z } from 'zod';
import { Day, Time } from '../fields.ts';

export const AdditionalMetadata = z.object({
  fields: z.array(
    z.object({
      fieldName: z.string(),
      displayName: z.string(),
      value: z.string().nullable(),
    }),
  ),
  genres: z.array(z.string()),
});
export type AdditionalMetadata = z.infer<typeof AdditionalMetadata>;

const AdditionalMetadataInput = z.object({
  fields: z
    .array(
      z.object({
        fieldName: z.literal('publishedDate'),
        /** `YYYY-MM-DD` or an RFC 3339 time, whose day counts; null clears it. */
        value: z.union([Day, Time.transform((time) => time.slice(0, 10)).pipe(Day)]).nullable(),
      }),
    )
    .max(10),
});
export type AdditionalMetadataInput = z.infer<typeof AdditionalMetadataInput>;

/** Fields beside the built-in ones add these to a video, and to the call that changes one. */
export const videoMetadata = {
  answer: { additionalVideoMetaData: AdditionalMetadata },
  update: { additionalVideoMetaData: AdditionalMetadataInput.optional() },
};
