import type { IncomingMessage, ServerResponse } from 'node:http';
import { getCachingHeaders, OPEN_TO_ALL } from './caching.ts';
import { escapeHtml, renderEntry } from './html.ts';
import { EMBEDDER_POLICY, end, NOT_FOUND, refuse } from './replies.ts';
import type { PageParts } from './serve-pages.ts';

/**
 * Serves the page in which the player plays ads. It is the same for everyone at a channel and independent of
 * videos: the player's page tells it which ad server to ask. Rejects with DocumentUnavailable.
 */
export async function serveAdFrame(
  { player, getOrigin, documents }: Pick<PageParts, 'player' | 'getOrigin' | 'documents'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The host stands in the policy: it has to be one of ours.
  if (!(await documents.findChannel(request.headers.host ?? '')))
    return refuse(response, NOT_FOUND);
  const { script } = player.adFrame;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Ad</title>
<link rel="icon" href="data:,">
${renderEntry(player.adFrame)}
</head>
<body></body>
</html>
`;
  const caching = getCachingHeaders(OPEN_TO_ALL, 'short');
  const headers = ['Content-Type', 'text/html; charset=utf-8', ...caching];
  const policy = createAdPolicy(`${getOrigin(request)}/player/${escapeHtml(script)}`);
  headers.push(
    'Content-Security-Policy',
    policy,
    'Referrer-Policy',
    'strict-origin',
    ...EMBEDDER_POLICY,
  );
  end(response, 200, headers, Buffer.from(html));
}

/**
 * Only our one script runs. Ads have no scripts: their files are shown, and their servers asked. When opened
 * by itself, the page still has an opaque origin, without cookies or storage.
 */
function createAdPolicy(script: string): string {
  return [
    "default-src 'none'",
    `script-src ${script}`,
    'connect-src https:',
    'img-src https: data:',
    'media-src https:',
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}
