import type { ErrorCode, Problem } from '@kinora/contract/errors';
import {
  CHUNK_SIZE_BYTES,
  formatLayout,
  TUS_PATH,
  TUS_RETRY_DELAYS_MS,
  UPLOAD_LAYOUT_HEADER,
  type UploadLayout,
} from '@kinora/contract/uploads';
import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { getApiHeaders } from '../../../base/api-client.ts';
import { toSentFileName } from '../rules/files.ts';
import { type Failure, toFailure } from '../rules/queue.ts';
import { orderBytes } from './layout.ts';

// tus 1.0.0 by tus-js-client: chunks, and the first ten retries of a broken line.

export type TransferSource = {
  file: File;
  videoKey: string;
  type: string;
  teamName: string;
  /** Says where an earlier try was sent to. */
  uploadUrl: string | null;
  /** The order of the bytes, which stays the same for all tries at one address. */
  layout: UploadLayout | null;
};

export type TransferEvents = {
  /** The server gave the upload its address. */
  onUrl: (url: string) => void;
  onBytes: (sentBytes: number) => void;
  /** Durable on the server. */
  onAccepted: (sentBytes: number) => void;
  /** A request failed and will be repeated automatically. */
  onWaiting: (failure: Failure, delayMs: number) => void;
  onDone: () => void;
  /** The server does not know the address any more: start over without one. */
  onUrlGone: () => void;
  /** The server would put the bytes at other places: start over from the file's beginning. */
  onLayoutRefused: () => void;
  onError: (failure: Failure) => void;
};

export type Transfer = { stop: () => void };

const NO_ANSWER = 0;

function getStatus(error: Error): number {
  return (error as Partial<DetailedError>).originalResponse?.getStatus() ?? NO_ANSWER;
}

function findCode(error: Error): ErrorCode | undefined {
  try {
    const body = (error as Partial<DetailedError>).originalResponse?.getBody() ?? '';
    return (JSON.parse(body) as Partial<Problem>).code;
  } catch {
    return undefined;
  }
}

function isUrlGone(error: Error): boolean {
  const method = (error as Partial<DetailedError>).originalRequest?.getMethod();
  const status = getStatus(error);
  return method === 'HEAD' && (status === 404 || status === 410);
}

/** The server understands another order of the bytes than this client sends. */
class OrderDiffers extends Error {}

/**
 * A server that does not know of layouts keeps `layout` like any metadata and stores the bytes as they come,
 * so it must say with the creation that it does. Later the upload's metadata show whether it does.
 */
function checkOrder(layout: UploadLayout | null, request: HttpRequest, answer: HttpResponse): void {
  const status = answer.getStatus();
  if (request.getMethod() === 'POST' && status === 201 && layout !== null) {
    if (!answer.getHeader(UPLOAD_LAYOUT_HEADER)) throw new OrderDiffers('No layout is known');
  }
  if (request.getMethod() === 'HEAD' && status === 200) {
    const known = /(?:^|,)layout ([^,]+)/.exec(answer.getHeader('upload-metadata') ?? '');
    const expected = layout && btoa(formatLayout(layout));
    if ((known?.[1] ?? null) !== expected) throw new OrderDiffers('Another layout is known');
  }
}

function isOrderRefused(error: Error): boolean {
  const { causingError = null } = error as Partial<DetailedError>;
  return causingError instanceof OrderDiffers || findCode(error) === 'upload_layout_unsupported';
}

/** Sends a file, from where the server has it. No event comes after `stop`. */
export function startTransfer(source: TransferSource, events: TransferEvents): Transfer {
  const { file, videoKey, type, teamName, uploadUrl, layout } = source;
  const upload = new Upload(orderBytes(layout, file), {
    // Without an endpoint, the client does not start a new upload when HEAD fails for a moment, which would
    // lose the bytes that the server has.
    ...(uploadUrl === null ? { endpoint: TUS_PATH } : { uploadUrl }),
    chunkSize: CHUNK_SIZE_BYTES,
    retryDelays: TUS_RETRY_DELAYS_MS,
    storeFingerprintForResuming: false,
    headers: getApiHeaders(teamName),
    metadata: {
      filename: toSentFileName(file.name),
      filetype: type,
      videoKey,
      ...(layout && { layout: formatLayout(layout) }),
    },
    onAfterResponse: (request, answer) => checkOrder(layout, request, answer),
    onUploadUrlAvailable: () => {
      upload.options.endpoint = null;
      if (upload.url !== null) events.onUrl(upload.url);
    },
    onProgress: (sent) => events.onBytes(sent),
    onChunkComplete: (_size, accepted) => events.onAccepted(accepted),
    onSuccess: () => events.onDone(),
    onShouldRetry: (error, attempt) => {
      const status = getStatus(error);
      // A 403 is final (specification 2, section 4).
      if (status === 403 || isUrlGone(error) || isOrderRefused(error)) return false;
      events.onWaiting(toFailure(status), TUS_RETRY_DELAYS_MS[attempt] ?? 0);
      return true;
    },
    onError: (error) => {
      if (isUrlGone(error)) return events.onUrlGone();
      if (isOrderRefused(error)) return events.onLayoutRefused();
      // The last answer of an earlier try was lost on its way: the server has it all.
      if (findCode(error) === 'upload_finished') return events.onDone();
      events.onError(toFailure(getStatus(error)));
    },
  });
  upload.start();
  return { stop: () => void upload.abort() };
}

/** Ends an upload on the server. One that is gone already is no error. */
export async function endUpload(url: string, teamName: string): Promise<void> {
  await Upload.terminate(url, { headers: getApiHeaders(teamName), retryDelays: [] }).catch(
    () => undefined,
  );
}
