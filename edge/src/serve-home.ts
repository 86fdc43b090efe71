import type { IncomingMessage, ServerResponse } from 'node:http';
import en from '@kinora/i18n/en/watch' with { type: 'json' };
import th from '@kinora/i18n/th/watch' with { type: 'json' };
import { escapeHtml, renderAttributes } from './html.ts';
import { chooseLanguage } from './language.ts';
import type { PlayerAssets } from './player-assets.ts';
import { end, NOT_FOUND, refuse } from './replies.ts';

const WORDS = { en: en.home, th: th.home };

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

/** Explains the bare address to a person who opens it; programs just get the 404. */
export function serveHome(
  { player }: { player: PlayerAssets },
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  if (!headers.accept?.includes('text/html')) return refuse(response, NOT_FOUND);
  const language = chooseLanguage(null, headers['accept-language']);
  const { title, text } = WORDS[language];
  const sheets = player.watch.styles.map(
    (file) => `<link${renderAttributes({ rel: 'stylesheet', href: `/player/${file}` })}>`,
  );
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Kinora</title>
<link rel="icon" href="data:,">
${sheets.join('\n')}
</head>
<body>
<main class="refused">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</main>
</body>
</html>
`;
  const about = ['Content-Type', 'text/html; charset=utf-8', 'Content-Language', language];
  const caching = ['Cache-Control', 'no-store', 'Content-Security-Policy', POLICY];
  end(response, 200, [...about, ...caching], Buffer.from(html));
}
