import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CustomerSite = {
  /** Address of a page that plays the video of an embed page by the given manifest. */
  page: (embedUrl: string, manifest: 'playlist.m3u8' | 'manifest.mpd') => string;
  close: () => Promise<void>;
};

/** Starts another site, whose pages use our player as an element instead of a frame. */
export async function startCustomerSite(): Promise<CustomerSite> {
  const server = createServer((request, response) => {
    void answer(new URL(request.url ?? '/', 'http://customer.example'))
      .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html))
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    page: (embedUrl, manifest) =>
      `http://127.0.0.1:${port}/?${new URLSearchParams({ embedUrl, manifest }).toString()}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer({ pathname, searchParams }: URL): Promise<string> {
  if (pathname !== '/') return '';
  const embedUrl = new URL(searchParams.get('embedUrl') ?? '');
  const embedded = await (await fetch(embedUrl)).text();
  // The player's file carries a hash in its name.
  const script = /<script type="module" src="([^"]+)"/.exec(embedded)?.[1] ?? '';
  const stream = embedUrl.pathname.replace('/embed/', '/streams/');
  const src = new URL(`${stream}/${searchParams.get('manifest') ?? ''}`, embedUrl);
  return `<!doctype html>
<html lang="en">
<title>A customer’s page</title>
<link rel="icon" href="data:,">
<kinora-player src="${src.href}" style="display: block; height: 400px"></kinora-player>
<script type="module" src="${new URL(script, embedUrl).href}"></script>
</html>
`;
}
