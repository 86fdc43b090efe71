import { EDGE_REASONS, type EdgeReason } from '@kinora/contract/edge-reasons';
import type { PublishedVideo } from '@kinora/contract/published';
import type { PlayerOptions } from '@kinora/contract/player-options';
import type { Language } from '@kinora/contract/fields';
import type { StreamDescription } from '@kinora/contract/stream';
import en from '@kinora/i18n/en/player' with { type: 'json' };
import th from '@kinora/i18n/th/player' with { type: 'json' };
import enWatch from '@kinora/i18n/en/watch' with { type: 'json' };
import thWatch from '@kinora/i18n/th/watch' with { type: 'json' };
import {
  createAddress,
  createPlaybackReportAddress,
  getStreamFolder,
  type Licensing,
  type VideoFile,
} from '@kinora/manifests/addresses';
import { parseChapters } from './chapters.ts';
import type { EmbedOptions } from './embed-options.ts';
import { escapeHtml, renderAttributes } from './html.ts';
import { createOembedAddress } from './oembed-address.ts';
import type { PlayerAssets } from './player-assets.ts';
import { toPlayerOptions } from './player-choice.ts';
import type { Refusal } from './replies.ts';

/** A page with our player. */
export type PlayerPage = {
  videoKey: string;
  language: Language;
  options: EmbedOptions;
  playerOptions: PlayerOptions;
  player: PlayerAssets;
  /** `https://play.example`; known to be a channel's wherever something plays. */
  origin: string;
  /** The stream to play, or the reason why nothing plays. */
  content: Shown | Refusal;
  /** The video that this viewer may watch once it is ready. */
  awaited: PublishedVideo | null;
  /** The addresses in the page carry this on. */
  suffix: string;
  /** The team's name; null where its document has none yet, or nothing is shown of its videos. */
  owner: string | null;
  /** The id by which the viewer may report a refusal. */
  requestId: string | null;
};

export type Shown = {
  video: PublishedVideo;
  stream: StreamDescription;
  licensing: Licensing;
};

const PROBLEMS = { en: en.problems, th: th.problems };
const NO_SCRIPT = { en: enWatch.noScript, th: thWatch.noScript };
const CAUSES = { en: en.causes, th: th.causes };
export type Problem = keyof typeof en.problems;

/** Returns what a viewer reads of a refusal. */
export function getProblem({ code }: Refusal): Problem {
  return Object.hasOwn(EDGE_REASONS, code)
    ? EDGE_REASONS[code as EdgeReason].problem
    : 'unavailable';
}

export function getProblemWords(language: Language, problem: Problem) {
  return PROBLEMS[language][problem];
}

/** The technical name of a problem, which helps the author of the link to find the cause. */
export function findCause(language: Language, problem: Problem): string | undefined {
  const causes: Partial<Record<Problem, string>> = CAUSES[language];
  return causes[problem];
}

/**
 * Renders the player, with a poster of the page's own. In both languages it says that scripts are needed, and
 * states the problem where the player's script does not come or can't be run: once the player is there, what
 * stands in it without a slot is not shown.
 */
export function renderPlayer(page: PlayerPage, poster = ''): string {
  const { content } = page;
  const refused = 'code' in content ? getProblem(content) : null;
  const late = renderNotes(page, (language) => PROBLEMS[language][refused ?? 'unplayable']);
  const noScript = renderNotes(page, (language) =>
    refused === null ? NO_SCRIPT[language] : PROBLEMS[language][refused],
  );
  return `<kinora-player${renderAttributes(toPlayerAttributes(page))}>
${poster}<noscript>${noScript}</noscript>
<div class="late">${late}</div>
</kinora-player>`;
}

type ReadWords = (language: Language) => { title: string; message: string };

/** The page's own language comes first. */
function renderNotes({ language }: PlayerPage, read: ReadWords): string {
  const languages = [language, language === 'th' ? 'en' : 'th'] as const;
  const notes = languages.map((each) => {
    const { title, message } = read(each);
    return `<p class="note" lang="${each}">${escapeHtml(title)}<br>${escapeHtml(message)}</p>`;
  });
  return notes.join('');
}

/** https://oembed.com §4: consumers that get the address of a page find the oEmbed address here. */
export function renderDiscovery({ origin, videoKey, suffix, content }: PlayerPage): string {
  if ('code' in content) return '';
  const page = origin + createAddress({ kind: 'watchPage', videoKey }, suffix);
  return `<link${renderAttributes({
    rel: 'alternate',
    type: 'application/json+oembed',
    href: createOembedAddress(origin, page),
    title: content.video.title,
  })}>`;
}

/** Attributes of `<kinora-player>`, with paths on the host that is asked. */
export function toPlayerAttributes({
  content,
  language,
  videoKey,
  options,
  playerOptions,
  suffix,
  requestId,
}: Omit<PlayerPage, 'player' | 'origin' | 'awaited' | 'owner'>): Record<string, string> {
  const isRefused = 'code' in content && content.code !== 'video_not_ready';
  const withAds = playerOptions.adsEnabled && !isRefused;
  const chosen = toPlayerOptions({ ...playerOptions, adsEnabled: withAds });
  const look = Object.keys(chosen).length === 0 ? {} : { options: JSON.stringify(chosen) };
  const createFileAddress = (file: VideoFile) => createAddress({ ...file, videoKey }, suffix);
  const hls = {
    ...look,
    src: createFileAddress({ kind: 'multivariantPlaylist' }),
    lang: language,
    ...(playerOptions.lighthouseEnabled
      ? { 'report-url': createPlaybackReportAddress(videoKey) }
      : {}),
  };
  if (!('code' in content)) {
    const { stream, video, licensing } = content;
    const folder = getStreamFolder(stream);
    const storyboard = { kind: 'storyboard', format: 'json', videoKey, folder } as const;
    // Browsers decrypt by the MPD, and Apple's by HLS.
    const durationSec = stream.durationMs / 1000;
    const chapters = parseChapters(video.description, durationSec);
    return {
      ...hls,
      ...(licensing.systems.includes('fairplay') ? { 'fairplay-src': hls.src } : {}),
      ...(stream.encryption?.method === 'cbcs'
        ? { src: createFileAddress({ kind: 'dashManifest' }) }
        : {}),
      ...(stream.coverWidths.length > 0
        ? { poster: createFileAddress({ kind: 'cover', width: POSTER_WIDTH }) }
        : {}),
      ...(stream.storyboard ? { storyboard: createAddress(storyboard, suffix) } : {}),
      'video-title': video.title,
      // Most pages with a frame are left without a press on play.
      preload: playerOptions.preload,
      'video-duration': String(durationSec),
      ...(chapters.length > 0 ? { chapters: JSON.stringify(chapters) } : {}),
      ...toStartAttributes(options, playerOptions, durationSec),
    };
  }
  // The player requests the video until it is ready, so it needs the address.
  if (content.code === 'video_not_ready') {
    return { ...hls, ...toStartAttributes(options, playerOptions, Number.POSITIVE_INFINITY) };
  }
  const { status, code } = content;
  const named = requestId === null ? {} : { 'request-id': requestId };
  return { ...look, 'error-code': String(status), 'error-reason': code, ...named, lang: language };
}

/** Servers elsewhere that give the keys of an encrypted stream; the page's policy has to name them. */
export function listKeyServers(content: PlayerPage['content']): string[] {
  if ('code' in content) return [];
  const { encryption } = content.stream;
  const origin =
    encryption?.method === 'aes-128'
      ? (URL.parse(encryption.keyUri)?.origin ?? '')
      : content.licensing.ruleHost === null
        ? ''
        : content.licensing.origin;
  return NAMEABLE.test(origin) ? [origin] : [];
}

/** Other letters must not enter a policy. Plain `http:` is for installations that allow private networks. */
const NAMEABLE = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;

export const POSTER_WIDTH = 1280;

/** The address comes before the player. */
function toStartAttributes(
  { autoplay, muted, loop, startSec }: EmbedOptions,
  player: PlayerOptions,
  durationSec: number,
): Record<string, string> {
  const named = autoplay === null ? player.autoplayMode : autoplay ? 'on' : 'off';
  return {
    ...(named === 'off' ? {} : { autoplay: named === 'on' ? '' : named }),
    ...((muted ?? player.muted) ? { muted: '' } : {}),
    ...(loop ? { loop: '' } : {}),
    ...(startSec > 0 && startSec < durationSec ? { 'start-time': String(startSec) } : {}),
  };
}

// Only our own files run, so no title can. The player's styles are constructed sheets, which need no
// permission; `blob:` is for hls.js: its worker and its media source. `data:` is for the empty text tracks to
// which engines add captions.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "font-src 'self'",
  "media-src 'self' blob: data:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
];

/** Creates the `Content-Security-Policy` of a page with the player. */
export function createPolicy(own: {
  styles: string;
  frameAncestors: string;
  /** Origins of pictures that the player shows besides our own. */
  images: readonly string[];
  /** Origins elsewhere that the player asks for keys. */
  keyServers: readonly string[];
  /** Ads play in a frame of ours. */
  hasAds: boolean;
}): string {
  const { styles, frameAncestors, images, keyServers, hasAds } = own;
  const connections = ["connect-src 'self'", ...keyServers].join(' ');
  const pictures = ["img-src 'self' data:", ...images].join(' ');
  const rest = [connections, pictures, `style-src ${styles}`, `frame-ancestors ${frameAncestors}`];
  const frames = hasAds ? ["frame-src 'self'"] : [];
  return [...POLICY, ...rest, ...frames].join('; ');
}
