import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPassedOn } from '@kinora/contract/client-address';
import { isFromNginx } from './nginx/socket.ts';
import { serveAdFrame } from './ad-frame.ts';
import { serveRelease } from './licences/serve-release.ts';
import { type LicenceParts, serveCertificate, serveLicence } from './licences/serve-licence.ts';
import { serveOembed } from './oembed.ts';
import { type ReportParts, servePlaybackReport } from './playback-reports.ts';
import type { Readiness } from './readiness.ts';
import { end, NOT_FOUND, refuse } from './replies.ts';
import { serveHome } from './serve-home.ts';
import {
  type PageParts,
  servePage,
  servePicture,
  servePlayerFile,
  servePlayerSettings,
} from './serve-pages.ts';
import { serveStream, type StreamParts } from './serve-stream.ts';
import type { Target } from './target.ts';

export type EdgeParts = PageParts &
  LicenceParts &
  ReportParts &
  StreamParts & {
    readiness: Readiness;
    metrics: { contentType: string; metrics(): Promise<string> } | undefined;
  };

/** Serves one target: GET and HEAD, or POST about a licence or of a report. Rejects with StorageError or DocumentUnavailable. */
export async function serveTarget(
  parts: EdgeParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  switch (target.kind) {
    case 'embedPage':
    case 'watchPage':
      return servePage(parts, request, response, target);
    case 'playerSettings':
      return servePlayerSettings(parts, request, response, target);
    case 'oembed':
      return serveOembed(parts, request, response, target.query);
    case 'playerFile':
      return servePlayerFile(parts, request, response, target.fileName);
    case 'adFrame':
      return serveAdFrame(parts, request, response);
    case 'licence':
      return serveLicence(parts, request, response, target);
    case 'leaseRelease':
      return serveRelease(parts, request, response, target);
    case 'certificate':
      return serveCertificate(parts, request, response, target);
    case 'playbackReport':
      return servePlaybackReport(parts, request, response, target.videoKey);
    case 'playerPicture':
      return servePicture(parts, request, response, target.pictureId);
    case 'home':
      return serveHome(parts, request, response);
    case 'channel':
      return serveChannel(parts, request, response);
    case 'health':
      return end(response, 200, PLAIN, Buffer.from('ok\n'));
    case 'readiness': {
      const reason = await parts.readiness();
      return end(response, reason === null ? 200 : 503, PLAIN, Buffer.from(`${reason ?? 'ok'}\n`));
    }
    case 'metrics': {
      if (!parts.metrics || isPassedOn(request.headers) || isFromNginx(request)) {
        return refuse(response, NOT_FOUND);
      }
      const headers = ['Content-Type', parts.metrics.contentType, 'Cache-Control', 'no-store'];
      return end(response, 200, headers, Buffer.from(await parts.metrics.metrics()));
    }
    default:
      return serveStream(parts, request, response, target);
  }
}

async function serveChannel(
  { documents }: EdgeParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const channel = await documents.findChannel(request.headers.host ?? '');
  if (!channel) return refuse(response, NOT_FOUND);
  const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store'];
  end(response, 200, headers, Buffer.from(JSON.stringify({ channelId: channel.channelId })));
}

const PLAIN = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'];
