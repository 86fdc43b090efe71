import type { PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import { createAddress } from '@kinora/manifests/addresses';
import { renderAttributes } from './html.ts';
import { type PlayerPage, POSTER_WIDTH, renderDiscovery } from './player-page.ts';
import { getSize } from './video-size.ts';

/** Messengers show about so much of a description. */
const SUMMARY_LETTERS = 200;

/** Says what messengers and other pages show of a link: Open Graph, Twitter's card, oEmbed. */
export function renderPreview(
  page: PlayerPage,
  { video, stream }: { video: PublishedVideo; stream: StreamDescription },
): string {
  const { origin, videoKey, suffix } = page;
  const of = (target: Parameters<typeof createAddress>[0]) =>
    origin + createAddress(target, suffix);
  const { width, height } = getSize(stream);
  const player = of({ kind: 'embedPage', videoKey });
  const playlist = of({ kind: 'multivariantPlaylist', videoKey });
  const size = (name: string, of: { width: number; height: number }) => ({
    [`${name}:width`]: String(of.width),
    [`${name}:height`]: String(of.height),
  });
  const summary = toSummary(video.description);
  const coverWidth = stream.coverWidths.findLast((each) => each <= POSTER_WIDTH);
  const cover =
    coverWidth === undefined ? null : of({ kind: 'cover', videoKey, width: coverWidth });
  const facts = {
    'og:type': 'video.other',
    'og:url': of({ kind: 'watchPage', videoKey }),
    'og:title': video.title,
    ...(page.owner === null ? {} : { 'og:site_name': page.owner }),
    ...(summary === '' ? {} : { 'og:description': summary }),
    ...(cover === null || coverWidth === undefined
      ? {}
      : {
          'og:image': cover,
          ...size('og:image', {
            width: coverWidth,
            height: Math.round((coverWidth * height) / width),
          }),
          'og:image:alt': video.title,
        }),
    'og:video': player,
    ...(origin.startsWith('https:') ? { 'og:video:secure_url': player } : {}),
    'og:video:type': 'text/html',
    ...size('og:video', { width, height }),
    'video:duration': String(Math.max(1, Math.round(stream.durationMs / 1000))),
    ...(video.publishedDate === null ? {} : { 'video:release_date': video.publishedDate }),
  };
  const card = {
    ...(summary === '' ? {} : { description: summary }),
    'twitter:card': 'player',
    'twitter:title': video.title,
    ...(summary === '' ? {} : { 'twitter:description': summary }),
    ...(cover === null ? {} : { 'twitter:image': cover }),
    'twitter:player': player,
    ...size('twitter:player', { width, height }),
  };
  const metas = [
    ...Object.entries(facts).map(([property, content]) => ({ property, content })),
    // https://ogp.me/#array: a second one, for programs that play streams.
    { property: 'og:video', content: playlist },
    { property: 'og:video:type', content: 'application/x-mpegURL' },
    ...Object.entries(card).map(([name, content]) => ({ name, content })),
  ];
  const described = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: video.title,
    ...(summary === '' ? {} : { description: summary }),
    ...(cover === null ? {} : { thumbnailUrl: cover }),
    ...(video.publishedDate === null ? {} : { uploadDate: video.publishedDate }),
    duration: `PT${Math.max(1, Math.round(stream.durationMs / 1000))}S`,
    contentUrl: playlist,
    embedUrl: player,
  };
  return [
    ...metas.map((meta) => `<meta${renderAttributes(meta)}>`),
    renderDiscovery(page),
    renderData(described),
  ].join('\n');
}

/** HTML §4.12.1: a block of data, which no browser runs; nothing in it may end it. */
function renderData(data: object): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${text}</script>`;
}

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' });

function toSummary(description: string): string {
  const line = description.trim().replaceAll(/\s+/g, ' ');
  const parts = Array.from(letters.segment(line), ({ segment }) => segment);
  if (parts.length <= SUMMARY_LETTERS) return line;
  return `${parts.slice(0, SUMMARY_LETTERS).join('').trimEnd()}…`;
}
