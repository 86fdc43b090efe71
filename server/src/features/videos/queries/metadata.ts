import { sql } from 'kysely';

/** The day on which a video `v` was published, as `YYYY-MM-DD`. */
export const publishedDateOfVideo = sql<string | null>`v.published_date`;
