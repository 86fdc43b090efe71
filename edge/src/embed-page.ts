import { createHash } from 'node:crypto';
import en from '@kinora/i18n/en/player' with { type: 'json' };
import th from '@kinora/i18n/th/player' with { type: 'json' };
import type { Language } from '@kinora/contract/fields';
import type { StreamDescription } from '@kinora/contract/stream';
import { createAddress, getStreamFolder, type VideoFile } from '@kinora/manifests/addresses';
import type { EmbedOptions } from './embed-options.ts';
import type { PlayerAssets } from './player-assets.ts';
import type { Refusal } from './replies.ts';

const PROBLEMS = { en: en.problems, th: th.problems };
type Problem = keyof typeof en.problems;

export type EmbedPage = {
  videoKey: string;
  language: Language;
  options: EmbedOptions;
  entry: PlayerAssets['entry'];
  /** The stream to play, or the reason why nothing plays. */
  content: { title: string; stream: StreamDescription } | Refusal;
  /** The addresses in the page carry this on. */
  suffix: string;
};

// These come before the player's own styles: no white flash, and a readable note without scripts.
const STYLE =
  'html,body{height:100%;margin:0;background:#0a0d14;color:#fff}' +
  'kinora-player{display:block;height:100%}' +
  '.note{font:16px/1.6 sans-serif;margin:0;padding:24px}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Only our own files run, so no title can. The player's styles are constructed sheets, which need
 * no permission; `blob:` is for hls.js: its worker and its media source.
 */
export const EMBED_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${STYLE_HASH}'`,
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
  "require-trusted-types-for 'script'",
].join('; ');

/** Renders the page in the iframe. Without scripts it states the problem in both languages. */
export function renderEmbedPage(page: EmbedPage): string {
  const { content, entry, language } = page;
  const problem = 'code' in content ? getProblem(content) : 'unplayable';
  const title = 'code' in content ? PROBLEMS[language][problem].title : content.title;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
${entry.styles.map((file) => `<link rel="stylesheet" href="/player/${escapeHtml(file)}">\n`).join('')}\
<script type="module" src="/player/${escapeHtml(entry.script)}"></script>
</head>
<body>
<kinora-player${attributes(toPlayerAttributes(page))}>
<noscript>${renderNote(language, problem)}${renderNote(language === 'th' ? 'en' : 'th', problem)}</noscript>
</kinora-player>
</body>
</html>
`;
}

function toPlayerAttributes({
  content,
  language,
  videoKey,
  options,
  suffix,
}: EmbedPage): Record<string, string> {
  const createFileAddress = (file: VideoFile) => createAddress({ ...file, videoKey }, suffix);
  const hls = { src: createFileAddress({ kind: 'multivariantPlaylist' }), lang: language };
  if (!('code' in content)) {
    const { stream, title } = content;
    const folder = getStreamFolder(stream);
    const storyboard = { kind: 'storyboard', format: 'json', videoKey, folder } as const;
    // Browsers decrypt by the MPD; HLS with `cbcs` alone is for Apple's own players.
    const isProtected = stream.encryption?.method === 'cbcs';
    return {
      ...hls,
      ...(isProtected ? { src: createFileAddress({ kind: 'dashManifest' }) } : {}),
      ...(stream.coverWidths.length > 0
        ? { poster: createFileAddress({ kind: 'cover', width: 1280 }) }
        : {}),
      ...(stream.storyboard ? { storyboard: createAddress(storyboard, suffix) } : {}),
      'video-title': title,
      // Most pages with a frame are left without a press on play.
      preload: 'none',
      'video-duration': String(stream.durationMs / 1000),
      ...toStartAttributes(options, stream.durationMs / 1000),
    };
  }
  // The player requests the video until it is ready, so it needs the address.
  if (content.code === 'video_not_ready') {
    return { ...hls, ...toStartAttributes(options, Number.POSITIVE_INFINITY) };
  }
  return { 'error-code': String(content.status), 'error-reason': content.code, lang: language };
}

function toStartAttributes(options: EmbedOptions, durationSec: number): Record<string, string> {
  const { autoplay, muted, loop, startSec } = options;
  return {
    ...(autoplay ? { autoplay: '' } : {}),
    ...(muted ? { muted: '' } : {}),
    ...(loop ? { loop: '' } : {}),
    ...(startSec > 0 && startSec < durationSec ? { 'start-time': String(startSec) } : {}),
  };
}

function getProblem(refusal: Refusal): Problem {
  if (refusal.code === 'video_deleted') return 'deleted';
  if (refusal.code === 'video_not_ready') return 'notReady';
  if (refusal.code === 'video_failed') return 'failed';
  return refusal.status === 404 ? 'notFound' : 'unavailable';
}

function renderNote(language: Language, problem: Problem): string {
  const { title, message } = PROBLEMS[language][problem];
  const text = `${escapeHtml(title)}<br>${escapeHtml(message)}`;
  return `<p class="note" lang="${language}">${text}</p>`;
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text and double-quoted attributes. */
function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
