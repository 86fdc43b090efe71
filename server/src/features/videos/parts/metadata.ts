import en from '@kinora/i18n/en/videos' with { type: 'json' };
import th from '@kinora/i18n/th/videos' with { type: 'json' };
import type { Language } from '@kinora/contract/fields';
import type { AdditionalMetadata, AdditionalMetadataInput } from '@kinora/contract/videos/metadata';
import { definePart } from '../../video-parts/parts.ts';
import { publishedDateOfVideo } from '../queries/metadata.ts';

const WORDS = { en, th };

/** Fields beside the built-in ones: the day on which a video was published. */
export const metadataPart = definePart({
  name: 'additionalVideoMetaData',
  at: 'video',
  column: publishedDateOfVideo,
  present: (publishedDate: string | null, _video, { lang }) => ({
    additionalVideoMetaData: toMetadata(publishedDate, lang),
  }),
  stored: publishedDateOfVideo,
  toColumns: async (_tx, _team, { fields }: AdditionalMetadataInput) => {
    const published = fields.find(({ fieldName }) => fieldName === 'publishedDate');
    return published ? { published_date: published.value } : {};
  },
});

function toMetadata(publishedDate: string | null, lang: Language): AdditionalMetadata {
  const published = {
    fieldName: 'publishedDate',
    displayName: WORDS[lang].fields.publishedDate,
    // Sent as a day, kept as midnight UTC (specification 3, section 3).
    value: publishedDate === null ? null : `${publishedDate}T00:00:00.000Z`,
  };
  return { fields: [published], genres: [] };
}
