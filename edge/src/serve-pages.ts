import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendCachedText } from './cached-text.ts';
import { type Documents, DocumentUnavailable } from './documents.ts';
import type { EdgeLog } from './edge-log.ts';
import { EMBED_POLICY, embedPage } from './embed-page.ts';
import { chooseLanguage } from './language.ts';
import { findPlayableVideo } from './playable-video.ts';
import type { PlayerAssets } from './player-assets.ts';
import {
  end,
  FOR_A_SECOND,
  FOR_EVER,
  NOT_FOUND,
  reasonHeaders,
  refuse,
  UNAVAILABLE,
} from './replies.ts';
import type { Target } from './target.ts';

export interface PageParts {
  documents: Documents;
  player: PlayerAssets;
  log: EdgeLog;
}

/** The player page, also for what can't be played: with the status that tells why. */
export async function serveEmbedPage(
  parts: PageParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: Extract<Target, { kind: 'embedPage' }>,
): Promise<void> {
  const video = await embeddedVideo(parts, request, target.videoKey);
  const refused = 'code' in video;
  const html = embedPage({
    videoKey: target.videoKey,
    language: chooseLanguage(target.language, request.headers['accept-language']),
    options: target.options,
    entry: parts.player.entry,
    content: refused ? video : { title: video.document.title, stream: video.stream },
    suffix: refused ? '' : video.suffix,
  });
  const headers = ['Content-Type', 'text/html; charset=utf-8', 'Vary', 'Accept-Language'];
  headers.push('Content-Security-Policy', EMBED_POLICY);
  // Its address may carry a signature, and is told to nobody; its origin is enough for all.
  headers.push('Referrer-Policy', 'strict-origin');
  headers.push(...(refused ? reasonHeaders(video) : ['Cache-Control', FOR_A_SECOND]));
  end(response, refused ? video.status : 200, headers, Buffer.from(html));
}

/** A person reads the page, so a failing storage is told there and not in JSON. */
async function embeddedVideo(parts: PageParts, request: IncomingMessage, videoKey: string) {
  try {
    return await findPlayableVideo(parts.documents, request.headers.host ?? '', videoKey);
  } catch (error) {
    if (!(error instanceof DocumentUnavailable)) throw error;
    parts.log.warn({ err: error }, 'storage failed');
    return UNAVAILABLE;
  }
}

/** One of the player's own files. */
export function servePlayerFile(
  parts: Pick<PageParts, 'player'>,
  request: IncomingMessage,
  response: ServerResponse,
  fileName: string,
): void {
  const file = parts.player.files.get(fileName);
  if (!file) return refuse(response, NOT_FOUND);
  const caching = file.immutable ? FOR_EVER : FOR_A_SECOND;
  const headers = ['Content-Type', file.contentType, 'Cache-Control', caching];
  sendCachedText(request, response, file.text, headers);
}
