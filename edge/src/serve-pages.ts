import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Judgement } from '@kinora/playback-rules/judge-playback';
import { sendCachedText } from './cached-text.ts';
import { getCacheControl } from './caching.ts';
import { DocumentUnavailable } from './documents.ts';
import type { EdgeLog } from './edge-log.ts';
import { createEmbedPolicy, renderEmbedPage } from './embed-page.ts';
import type { Judge } from './judge.ts';
import { chooseLanguage } from './language.ts';
import type { LeavePass } from './pass-cookie.ts';
import type { PlayerAssets } from './player-assets.ts';
import type { PlayerPage } from './player-page.ts';
import { end, NOT_FOUND, getReasonHeaders, createRefusal, refuse, UNAVAILABLE } from './replies.ts';
import type { Target } from './target.ts';
import { renderWatchPage, WATCH_POLICY } from './watch-page.ts';

export type PageParts = {
  judge: Judge;
  leavePass: LeavePass;
  player: PlayerAssets;
  log: EdgeLog;
  /** The origin at which a viewer asked: `https://play.example`. */
  getOrigin: (request: IncomingMessage) => string;
};

const PAGES = {
  embedPage: { render: renderEmbedPage, getPolicy: createEmbedPolicy },
  watchPage: { render: renderWatchPage, getPolicy: () => WATCH_POLICY },
};

/** Serves a page with the player, also for a video that can't be played: its status states the reason. */
export async function servePage(
  parts: PageParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: Extract<Target, { kind: keyof typeof PAGES }>,
): Promise<void> {
  const judged = await judgePage(parts, request, target.videoKey);
  const { status, caching, ...found } = toPage(judged);
  const { render, getPolicy } = PAGES[target.kind];
  if (judged?.pass) parts.leavePass(response, target.videoKey, judged.pass);
  const html = render({
    ...found,
    videoKey: target.videoKey,
    language: chooseLanguage(target.language, request.headers['accept-language']),
    options: target.options,
    player: parts.player,
    origin: parts.getOrigin(request),
  });
  const headers = ['Content-Type', 'text/html; charset=utf-8', 'Vary', 'Accept-Language'];
  const framed = { website: judged?.website ?? null, referrer: request.headers.referer ?? null };
  headers.push('Content-Security-Policy', getPolicy(framed));
  // The address may carry a signature, so other sites only see the origin.
  headers.push('Referrer-Policy', 'strict-origin');
  end(response, status, [...headers, ...caching], Buffer.from(html));
}

/** Returns null when storage fails: a person reads of that on the page, and not in JSON. */
async function judgePage(
  parts: PageParts,
  request: IncomingMessage,
  videoKey: string,
): Promise<Judgement | null> {
  try {
    return await parts.judge(request, { videoKey });
  } catch (error) {
    if (!(error instanceof DocumentUnavailable)) throw error;
    parts.log.warn({ err: error }, 'storage failed');
    return null;
  }
}

function toPage(
  judged: Judgement | null,
): Pick<PlayerPage, 'content' | 'awaited' | 'suffix'> & { status: number; caching: string[] } {
  const suffix = judged?.pass?.suffix ?? '';
  if (!judged?.isAllowed) {
    const content = judged ? createRefusal(judged.reason) : UNAVAILABLE;
    const awaited = judged?.awaited ?? null;
    return { content, awaited, suffix, status: content.status, caching: getReasonHeaders(content) };
  }
  const { video, stream } = judged;
  const caching = ['Cache-Control', getCacheControl(judged, 'aSecond')];
  return { content: { video, stream }, awaited: null, suffix, status: 200, caching };
}

/** No rule guards the player. */
const OPEN_TO_ALL = { holdsFor: 'everyone', pass: null } as const;

/** Serves one of the player's own files. */
export function servePlayerFile(
  parts: Pick<PageParts, 'player'>,
  request: IncomingMessage,
  response: ServerResponse,
  fileName: string,
): void {
  const file = parts.player.files.get(fileName);
  if (!file) return refuse(response, NOT_FOUND);
  const caching = getCacheControl(OPEN_TO_ALL, file.immutable ? 'forEver' : 'aSecond');
  const headers = ['Content-Type', file.contentType, 'Cache-Control', caching];
  sendCachedText(request, response, file.text, headers);
}
