import { createHash } from 'node:crypto';
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
  '.note{font:16px/1.6 sans-serif;margin:0;padding:24px}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const EMBED_POLICY = createPolicy({
  styles: `'self' 'sha256-${STYLE_HASH}'`,
  frameAncestors: '*',
});

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
${renderPlayer(page)}
</body>
</html>
`;
}
