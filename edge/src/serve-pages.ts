import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlayerOptions } from '@kinora/contract/player-options';
import type { Licensing } from '@kinora/manifests/addresses';
import { getPictureKey } from '@kinora/manifests/picture-address';
import type { Judgement } from '@kinora/playback-rules/judge-playback';
import { sendCachedText } from './cached-text.ts';
import { getCachingHeaders, OPEN_TO_ALL } from './caching.ts';
import { type Documents, DocumentUnavailable } from './documents.ts';
import type { EdgeLog } from './edge-log.ts';
import { createEmbedPolicy, renderEmbedPage } from './embed-page.ts';
import type { Judge } from './judge.ts';
import { type FindLicensing, NO_LICENCES } from './licences/licensing.ts';
import { chooseLanguage } from './language.ts';
import type { LeavePass } from './pass-cookie.ts';
import type { PlayerAssets } from './player-assets.ts';
import {
  findPlayerOptions,
  hasAds,
  listPictureOrigins,
  STANDARD_OPTIONS,
} from './player-choice.ts';
import { listKeyServers, type PlayerPage, toPlayerAttributes } from './player-page.ts';
import {
  createRefusal,
  EMBEDDER_POLICY,
  end,
  getReasonHeaders,
  getRequestId,
  NOT_FOUND,
  refuse,
  UNAVAILABLE,
} from './replies.ts';
import { type ObjectParts, serveObject } from './serve-object.ts';
import type { Target } from './target.ts';
import { createWatchPolicy, renderWatchPage } from './watch-page.ts';

export type PageParts = {
  judge: Judge;
  documents: Documents;
  leavePass: LeavePass;
  findLicensing: FindLicensing;
  player: PlayerAssets;
  log: EdgeLog;
  /** The origin at which a viewer asked: `https://play.example`. */
  getOrigin: (request: IncomingMessage) => string;
};

const PAGES = {
  embedPage: { render: renderEmbedPage, getPolicy: createEmbedPolicy },
  watchPage: { render: renderWatchPage, getPolicy: createWatchPolicy },
};

type PageTarget = Pick<Extract<Target, { kind: 'playerSettings' }>, 'videoKey' | 'options'>;

/** Serves a page with the player, also for a video that can't be played: its status states the reason. */
export async function servePage(
  parts: PageParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: Extract<Target, { kind: keyof typeof PAGES }>,
): Promise<void> {
  const { judged, licensing, playerOptions, owner } = await judgePage(parts, request, target);
  const { status, caching, ...found } = toPage(response, judged, licensing);
  const { render, getPolicy } = PAGES[target.kind];
  if (judged?.pass) parts.leavePass(response, target.videoKey, judged.pass);
  const html = render({
    ...found,
    videoKey: target.videoKey,
    language: chooseLanguage(target.language, request.headers['accept-language']),
    options: target.options,
    playerOptions,
    owner,
    player: parts.player,
    origin: parts.getOrigin(request),
  });
  const headers = ['Content-Type', 'text/html; charset=utf-8', 'Vary', 'Accept-Language'];
  // A website that may not show the video shows why, where a policy would leave its frame empty.
  const isForAll = judged?.isAllowed === false && judged.reason === 'website_blocked';
  const framed = {
    website: isForAll ? null : (judged?.website ?? null),
    referrer: request.headers.referer ?? null,
    images: listPictureOrigins(playerOptions),
    keyServers: listKeyServers(found.content),
    hasAds: hasAds(playerOptions),
  };
  headers.push('Content-Security-Policy', getPolicy(framed));
  // The address may carry a signature, so other sites only see the origin.
  headers.push('Referrer-Policy', 'strict-origin', ...EMBEDDER_POLICY);
  end(response, status, [...headers, ...caching], Buffer.from(html));
}

/** Serves the facts about a video that a player in a foreign page needs; a refusal has the same form. */
export async function servePlayerSettings(
  parts: PageParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: PageTarget,
): Promise<void> {
  const { judged, licensing, playerOptions } = await judgePage(parts, request, target);
  const { status, caching, ...found } = toPage(response, judged, licensing);
  if (judged?.pass) parts.leavePass(response, target.videoKey, judged.pass);
  const { lang: _lang, ...attributes } = toPlayerAttributes({
    ...found,
    videoKey: target.videoKey,
    // The page says it, or the browser.
    language: 'en',
    options: target.options,
    playerOptions,
  });
  const headers = ['Content-Type', 'application/json; charset=utf-8', ...caching];
  end(response, status, headers, Buffer.from(JSON.stringify(attributes)));
}

/** Returns no judgement when storage fails: a person reads of that on the page, and not in JSON. */
async function judgePage(
  parts: PageParts,
  request: IncomingMessage,
  { videoKey, options: { playerId } }: PageTarget,
): Promise<{
  judged: Judgement | null;
  licensing: Licensing;
  playerOptions: PlayerOptions;
  owner: string | null;
}> {
  try {
    const judged = await parts.judge(request, { videoKey });
    const host = request.headers.host ?? '';
    const licensing = judged.isAllowed ? await parts.findLicensing(request, judged) : NO_LICENCES;
    const playerOptions = await findPlayerOptions(parts.documents, { host, videoKey, playerId });
    const video = judged.isAllowed ? judged.video : judged.awaited;
    const team = video ? await parts.documents.findTeam(video.teamId) : null;
    return { judged, licensing, playerOptions, owner: team?.name ?? null };
  } catch (error) {
    if (!(error instanceof DocumentUnavailable)) throw error;
    parts.log.warn({ err: error }, 'storage failed');
    return {
      judged: null,
      licensing: NO_LICENCES,
      playerOptions: STANDARD_OPTIONS,
      owner: null,
    };
  }
}

function toPage(
  response: ServerResponse,
  judged: Judgement | null,
  licensing: Licensing,
): Pick<PlayerPage, 'content' | 'awaited' | 'suffix' | 'requestId'> & {
  status: number;
  caching: string[];
} {
  const suffix = judged?.pass?.suffix ?? '';
  if (!judged?.isAllowed) {
    const content = judged ? createRefusal(judged.reason) : UNAVAILABLE;
    const { status } = content;
    const requestId = getRequestId(response, status, judged?.reason ?? null) ?? null;
    const refused = { content, awaited: judged?.awaited ?? null, suffix, requestId };
    return { ...refused, status, caching: getReasonHeaders(content) };
  }
  const { video, stream } = judged;
  const caching = getCachingHeaders(judged, 'short');
  const shown = { content: { video, stream, licensing }, awaited: null, suffix, requestId: null };
  return { ...shown, status: 200, caching };
}

/** Serves one of the player's own files. */
export function servePlayerFile(
  parts: Pick<PageParts, 'player'>,
  request: IncomingMessage,
  response: ServerResponse,
  fileName: string,
): void {
  const file = parts.player.files.get(fileName);
  if (!file) return refuse(response, NOT_FOUND);
  const caching = getCachingHeaders(OPEN_TO_ALL, file.immutable ? 'immutable' : 'short');
  const headers = ['Content-Type', file.contentType, ...caching];
  sendCachedText(request, response, file.text, headers);
}

/** Serves a logo or the picture of an error screen, also to viewers who may not watch. */
export function servePicture(
  parts: ObjectParts,
  request: IncomingMessage,
  response: ServerResponse,
  pictureId: string,
): Promise<void> {
  const storageKey = getPictureKey(pictureId);
  const object = { storageKey, contentType: 'image/webp', freshness: 'immutable' as const };
  const whole = { ...object, awaited: null, fileBytes: null };
  return serveObject(parts, request, response, whole, OPEN_TO_ALL);
}
