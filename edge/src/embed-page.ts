import { createHash } from 'node:crypto';
import type { Channel } from '@kinora/playback-rules/rule';
import { getWebsite } from '@kinora/playback-rules/websites';
import { escapeHtml, renderEntry } from './html.ts';
import {
  createPolicy,
  getProblem,
  getProblemWords,
  type PlayerPage,
  renderDiscovery,
  renderPlayer,
} from './player-page.ts';

// These come before the player's own styles: no white flash, and a readable note without scripts.
const STYLE =
  'html,body{height:100%;margin:0;background:#0a0d14;color:#fff}' +
  'kinora-player{display:block;height:100%}' +
  '.note{font:16px/1.6 sans-serif;margin:0;padding:24px}' +
  '.late{visibility:hidden;animation:late 0s 20s forwards}' +
  '@keyframes late{to{visibility:visible}}' +
  // Without scripts the other note is there from the first.
  '@media(scripting:none){.late{display:none}}' +
  'h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const STYLES = `'self' 'sha256-${STYLE_HASH}'`;

/** Proxies take heads of 8 KB at least, with all other headers. */
const MAX_ANCESTORS_BYTES = 2048;

/** Only such names may enter a policy, as other letters could add directives to it. */
const NAMEABLE = /^[a-z0-9.-]+$/;

/** Creates the policy of an embed page: the websites of its channel may frame it. */
export function createEmbedPolicy({
  website,
  referrer,
  ...parts
}: {
  /** Null when no rule about websites applies to the request. */
  website: Channel['website'] | null;
  referrer: string | null;
  images: readonly string[];
  keyServers: readonly string[];
  hasAds: boolean;
}): string {
  const own = { styles: STYLES, ...parts };
  // A policy can't list excluded websites, but those were refused the page.
  if (website?.policy !== 'allowSome') return createPolicy({ ...own, frameAncestors: '*' });
  const ancestors = website.domains.map((domain) => `${domain}:*`).join(' ');
  // A longer list is cut to the website that was let in.
  const from = referrer === null ? null : getWebsite(referrer);
  const alone = from !== null && NAMEABLE.test(from) ? `${from}:*` : '';
  const listed = ancestors.length > MAX_ANCESTORS_BYTES ? alone : ancestors;
  return createPolicy({ ...own, frameAncestors: `'self' ${listed}`.trim() });
}

/** Renders the page in the iframe. */
export function renderEmbedPage(page: PlayerPage): string {
  const { content, language } = page;
  const title =
    'code' in content ? getProblemWords(language, getProblem(content)).title : content.video.title;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${renderDiscovery(page)}
<style>${STYLE}</style>
${renderEntry(page.player.embed)}
</head>
<body>
${renderHeading(page)}
${renderPlayer(page)}
</body>
</html>
`;
}

/** Names the frame to screen readers; a refusal is a heading of the player's own. */
function renderHeading({ content }: PlayerPage): string {
  return 'code' in content ? '' : `<h1>${escapeHtml(content.video.title)}</h1>`;
}
