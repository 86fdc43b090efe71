import type { ErrorCode, Problem } from '@kinora/contract/errors';
import { chunkSizeBytes, tusPath, tusRetryDelaysMs } from '@kinora/contract/uploads';
import { type DetailedError, Upload } from 'tus-js-client';
import { apiHeaders } from '../../../base/api-client.ts';
import { sentFileName } from '../rules/files.ts';
import { type Failure, failureOfStatus } from '../rules/queue.ts';

// tus 1.0.0 by tus-js-client: chunks, and the first ten retries of a broken line.

export type TransferSource = {
  file: File;
  videoKey: string;
  type: string;
  teamName: string;
  /** Where an earlier try was sent to. */
  uploadUrl: string | null;
};

export type TransferEvents = {
  /** The server gave the upload its address. */
  onUrl: (url: string) => void;
  onBytes: (sentBytes: number) => void;
  /** Durable on the server. */
  onAccepted: (sentBytes: number) => void;
  /** A request failed, and is made anew by itself. */
  onWaiting: (failure: Failure, delayMs: number) => void;
  onDone: () => void;
  /** The server does not know the address any more: start over without one. */
  onUrlGone: () => void;
  onError: (failure: Failure) => void;
};

export type Transfer = { stop: () => void };

const noAnswer = 0;

function statusOf(error: Error): number {
  return (error as Partial<DetailedError>).originalResponse?.getStatus() ?? noAnswer;
}

function codeOf(error: Error): ErrorCode | undefined {
  try {
    const body = (error as Partial<DetailedError>).originalResponse?.getBody() ?? '';
    return (JSON.parse(body) as Partial<Problem>).code;
  } catch {
    return undefined;
  }
}

function isUrlGone(error: Error): boolean {
  const method = (error as Partial<DetailedError>).originalRequest?.getMethod();
  const status = statusOf(error);
  return method === 'HEAD' && (status === 404 || status === 410);
}

/** Sends a file, from where the server has it. No event comes after `stop`. */
export function startTransfer(source: TransferSource, events: TransferEvents): Transfer {
  const { file, videoKey, type, teamName, uploadUrl } = source;
  const upload = new Upload(file, {
    // Without an endpoint the client does not begin a new upload when HEAD fails for a moment,
    // which would throw away what the server has.
    ...(uploadUrl === null ? { endpoint: tusPath } : { uploadUrl }),
    chunkSize: chunkSizeBytes,
    retryDelays: tusRetryDelaysMs,
    storeFingerprintForResuming: false,
    headers: apiHeaders(teamName),
    metadata: { filename: sentFileName(file.name), filetype: type, videoKey },
    onUploadUrlAvailable: () => {
      upload.options.endpoint = null;
      if (upload.url !== null) events.onUrl(upload.url);
    },
    onProgress: (sent) => events.onBytes(sent),
    onChunkComplete: (_size, accepted) => events.onAccepted(accepted),
    onSuccess: () => events.onDone(),
    onShouldRetry: (error, attempt) => {
      const status = statusOf(error);
      // A 403 is final (specification 2, section 4).
      if (status === 403 || isUrlGone(error)) return false;
      events.onWaiting(failureOfStatus(status), tusRetryDelaysMs[attempt] ?? 0);
      return true;
    },
    onError: (error) => {
      if (isUrlGone(error)) return events.onUrlGone();
      // The last answer of an earlier try was lost on its way: the server has it all.
      if (codeOf(error) === 'upload_finished') return events.onDone();
      events.onError(failureOfStatus(statusOf(error)));
    },
  });
  upload.start();
  return { stop: () => void upload.abort() };
}

/** Ends an upload on the server. One that is gone already is no error. */
export async function endUpload(url: string, teamName: string): Promise<void> {
  await Upload.terminate(url, { headers: apiHeaders(teamName), retryDelays: [] }).catch(
    () => undefined,
  );
}
