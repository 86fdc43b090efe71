import type { PublishedDocuments } from './base/published-documents.ts';
import { publishedChannel } from './features/playback-channels/queries/published.ts';
import { publishedPlayer } from './features/players/queries.ts';
import { publishedProject } from './features/projects/queries/published.ts';
import { publishedTeam } from './features/teams/queries.ts';
import { publishedVideo } from './features/videos/queries/published.ts';

/** Every kind of document that edges read. */
export const documents: PublishedDocuments = [
  publishedVideo,
  publishedChannel,
  publishedProject,
  publishedTeam,
  publishedPlayer,
];
