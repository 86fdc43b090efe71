import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEmbedCode } from '@kinora/contract/embed-code';
import { createAddress } from '@kinora/manifests/addresses';
import type { Judgement } from '@kinora/playback-rules/judge-playback';
import { getCachingHeaders } from './caching.ts';
import { type EmbedOptions, findOnlyParameter } from './embed-options.ts';
import type { Judge } from './judge.ts';
import {
  createRefusal,
  end,
  MALFORMED_REQUEST,
  NOT_FOUND,
  refuse,
  type Refusal,
} from './replies.ts';
import { parseTarget } from './target.ts';
import { getSize, type Size } from './video-size.ts';

/** https://oembed.com §2.2: a consumer's question for what shows a page. */
export type OembedRequest = {
  videoKey: string;
  /** The path and query of the page. */
  page: string;
  options: Pick<EmbedOptions, 'startSec' | 'playerId'>;
  max: { width: number; height: number };
};

const FORMAT_NOT_SUPPORTED: Refusal = { status: 501, code: 'format_not_supported' };
/** Without limits in the request the frame fits into a square of this side. */
const DEFAULT_SIDE = 640;

/** Answers what shows a watch or embed page of the host that is asked. Rejects with DocumentUnavailable. */
export async function serveOembed(
  { judge, getOrigin }: { judge: Judge; getOrigin: (request: IncomingMessage) => string },
  request: IncomingMessage,
  response: ServerResponse,
  query: string,
): Promise<void> {
  const origin = getOrigin(request);
  const asked = parseOembed(query, URL.parse(origin)?.host ?? '');
  if ('code' in asked) return refuse(response, asked);
  const judged = await judge(request, asked, { address: asked.page });
  if (!judged.isAllowed) return refuse(response, createRefusal(judged.reason));
  const headers = ['Content-Type', 'application/json; charset=utf-8'];
  headers.push(...getCachingHeaders(judged, 'short'));
  end(response, 200, headers, Buffer.from(JSON.stringify(toOembed(asked, judged, origin))));
}

/** Reads a question; a limit that is given twice or not understood counts as absent. */
export function parseOembed(query: string, host: string): OembedRequest | Refusal {
  if ((findOnlyParameter(query, 'format') ?? 'json') !== 'json') return FORMAT_NOT_SUPPORTED;
  const page = findOnlyParameter(query, 'url');
  if (page === null) return MALFORMED_REQUEST;
  const url = URL.parse(page);
  if (!url) return MALFORMED_REQUEST;
  const isOurs = /^https?:$/.test(url.protocol) && url.host === host && url.username === '';
  const target = isOurs ? parseTarget(url.pathname + url.search) : null;
  if (target?.kind !== 'watchPage' && target?.kind !== 'embedPage') return NOT_FOUND;
  const { videoKey, options } = target;
  return { videoKey, page: url.pathname + url.search, options, max: parseLimits(query) };
}

function parseLimits(query: string): OembedRequest['max'] {
  const parse = (name: string) => {
    const text = findOnlyParameter(query, name) ?? '';
    return /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : null;
  };
  const [width, height] = [parse('maxwidth'), parse('maxheight')];
  if (width === null && height === null) return { width: DEFAULT_SIDE, height: DEFAULT_SIDE };
  return {
    width: width ?? Number.POSITIVE_INFINITY,
    height: height ?? Number.POSITIVE_INFINITY,
  };
}

function toOembed(
  { videoKey, options, max }: OembedRequest,
  { video, stream, pass }: Extract<Judgement, { isAllowed: true }>,
  origin: string,
) {
  const of = (target: Parameters<typeof createAddress>[0]) =>
    origin + createAddress(target, pass?.suffix);
  const whole = getSize(stream);
  const size = fit(whole, max);
  const page = new URL(of({ kind: 'embedPage', videoKey }));
  if (options.playerId !== null) page.searchParams.set('player', options.playerId);
  if (options.startSec > 0) page.searchParams.set('t', String(options.startSec));
  const covers = stream.coverWidths.map((width) => ({
    width,
    height: Math.round((width * whole.height) / whole.width),
  }));
  const cover = covers.findLast(({ width, height }) => width <= max.width && height <= max.height);
  return {
    version: '1.0',
    type: 'video',
    provider_name: 'Kinora',
    provider_url: origin,
    title: video.title,
    ...size,
    html: createEmbedCode(page.href, video.title, size),
    ...(cover
      ? {
          thumbnail_url: of({ kind: 'cover', videoKey, width: cover.width }),
          thumbnail_width: cover.width,
          thumbnail_height: cover.height,
        }
      : {}),
  };
}

/** Returns the largest size of the same shape within limits, one of which may be infinite. */
function fit({ width, height }: Size, max: Size): Size {
  const scale = Math.min(max.width / width, max.height / height);
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}
