/** The name by which a page of the edge takes a token from its own address. */
export const TOKEN_NAME = 'license_token';

/**
 * Says whether a page that was opened before its video was ready must be reloaded to play it: its policy may
 * not allow the key server, or its player may lack the manifest for encrypted streams.
 */
export function isOutdated(policy: string | null, html: string): boolean {
  const asksOthers = /connect-src 'self' [^;]/.test(policy ?? '');
  return asksOthers || /<kinora-player[^<>]*\ssrc="[^"]*\.mpd["?]/.test(html);
}

/** Loads the page once more if it is outdated now that its video is ready, with the viewer's token. */
export async function renewPage(token: string | null): Promise<void> {
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return;
  const policy = answer.headers.get('content-security-policy');
  if (!isOutdated(policy, await answer.text())) return;
  const hash = token === null ? '' : `#${new URLSearchParams({ [TOKEN_NAME]: token }).toString()}`;
  history.replaceState(null, '', location.pathname + location.search + hash);
  location.reload();
}
