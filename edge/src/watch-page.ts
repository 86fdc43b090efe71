import type { Language } from '@kinora/contract/fields';
import type { PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import en from '@kinora/i18n/en/watch' with { type: 'json' };
import th from '@kinora/i18n/th/watch' with { type: 'json' };
import enPlayer from '@kinora/i18n/en/player' with { type: 'json' };
import thPlayer from '@kinora/i18n/th/player' with { type: 'json' };
import { toSpokenId } from '@kinora/contract/request-id';
import { joinLoanwords } from '@kinora/i18n/loanwords';
import { createAddress } from '@kinora/manifests/addresses';
import { escapeHtml, renderAttributes, renderEntry } from './html.ts';
import { findErrorScreen } from './player-choice.ts';
import {
  createPolicy,
  findCause,
  getProblem,
  getProblemWords,
  type PlayerPage,
  POSTER_WIDTH,
  renderPlayer,
} from './player-page.ts';
import { getShape } from './video-size.ts';
import { renderPreview } from './watch-page-preview.ts';
import { renderBrand, renderFacts } from './watch-page-facts.ts';
import { renderShare } from './watch-page-share.ts';

const WORDS = {
  en: toWords(en, enPlayer),
  th: toWords(th, thPlayer),
};

function toWords(own: typeof en, { retry, requestId, copy }: typeof enPlayer) {
  return { ...own, retry, requestId, copy };
}

/** People share links to this page, so it needs no framing by other pages. */
export function createWatchPolicy(own: {
  images: readonly string[];
  keyServers: readonly string[];
  hasAds: boolean;
}): string {
  const { images, keyServers, hasAds } = own;
  return createPolicy({ styles: "'self'", frameAncestors: "'none'", images, keyServers, hasAds });
}

/** Renders the page that is sent to a person. Why nothing plays is readable without scripts. */
export function renderWatchPage(page: PlayerPage): string {
  const { content, awaited, language } = page;
  const video = 'code' in content ? awaited : content.video;
  const problem = 'code' in content ? getProblem(content) : null;
  const title = video?.title ?? getProblemWords(language, problem ?? 'unavailable').title;
  const body = video ? renderVideo(page, video) : renderRefusal(page);
  const { embed, watch } = page.player;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${renderBrand(page)}
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${'code' in content ? '' : renderPreview(page, content)}
${renderEntry(watch)}
${video ? renderEntry(embed) : ''}
</head>
<body>
${body}
</body>
</html>
`;
}

function renderVideo(page: PlayerPage, video: PublishedVideo): string {
  const { content } = page;
  const stream = 'code' in content ? null : content.stream;
  const description = video.description.trim();
  return `<main data-shape="${getShape(stream)}">
<div class="stage">
${renderPlayer(page, stream ? renderCover(page, stream) : '')}
</div>
<div class="about">
<div class="head">
<div>
<h1>${escapeHtml(video.title)}</h1>
${renderFacts(page, video)}
</div>
${renderShare(page, video)}
</div>
${description === '' ? '' : `<p class="description" dir="auto">${escapeHtml(description)}</p>`}
</div>
</main>`;
}

/** The cover is on the page before the player's script has loaded, which takes it as its poster. */
function renderCover({ videoKey, suffix }: PlayerPage, { coverWidths }: StreamDescription): string {
  if (coverWidths.length === 0) return '';
  const src = createAddress({ kind: 'cover', videoKey, width: POSTER_WIDTH }, suffix);
  const attributes = { class: 'cover', slot: 'poster', src, alt: '', fetchpriority: 'high' };
  return `<img${renderAttributes({ ...attributes, draggable: 'false' })}>`;
}

const NOTHING_PLAYS =
  '<svg viewBox="0 0 24 24" aria-hidden="true">' +
  '<path d="M9 6h5v5M14 14.5v3.5H4V6h.5M14 10.5l6-3.5v10l-3-1.800M3.5 3.5l17 17"/></svg>';

function renderRefusal({ content, language, playerOptions, requestId }: PlayerPage): string {
  const status = 'code' in content ? content.status : 0;
  const own = findErrorScreen(playerOptions, status);
  const isUnknown = 'code' in content && content.code === 'video_not_found';
  const main = `<main class="refused"${isUnknown ? ' data-unknown' : ''}>`;
  if (own && 'code' in content && content.code !== 'video_not_ready') {
    return `${main}
<img${renderAttributes({ class: 'picture', src: own.imageUrl, alt: '' })}>
<h1>${escapeHtml(own.message)}</h1>
${renderRequestId(language, requestId)}
</main>`;
  }
  const problem = 'code' in content ? getProblem(content) : 'unavailable';
  const { title, message } = getProblemWords(language, problem);
  const cause = findCause(language, problem);
  const say = (text: string) => escapeHtml(language === 'th' ? joinLoanwords(text) : text);
  // The browser requests the same address again.
  const retry = problem === 'unavailable' ? `<a href="">${say(WORDS[language].retry)}</a>` : '';
  return `${main}
${NOTHING_PLAYS}
<h1>${say(title)}</h1>
<p>${say(message)}</p>
${cause === undefined ? '' : `<p class="cause">${say(cause)}</p>`}
${retry}
${renderRequestId(language, requestId)}
</main>`;
}

/** A viewer sends it to the owner of the video, with or without a script. */
function renderRequestId(language: Language, requestId: string | null): string {
  if (requestId === null) return '';
  const words = WORDS[language];
  const label = escapeHtml(words.requestId);
  return `<div class="request"><span>${label}</span>
<input${renderAttributes({ type: 'text', readonly: '', size: '14', value: toSpokenId(requestId), 'data-whole': requestId, 'aria-label': words.requestId })}>
<button type="button" data-copy hidden><span>${escapeHtml(words.copy)}</span>\
<span>${escapeHtml(words.copied)}</span></button></div>`;
}
