import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import {
  CHECKSUM_ALGORITHMS,
  MAX_LAYOUT_RANGES,
  TUS_BARE_PATH,
  TUS_EXTENSIONS,
  TUS_PATH,
  UPLOAD_LAYOUT_HEADER,
  UPLOAD_LAYOUT_VERSION,
  type UploadLayout,
} from '@kinora/contract/uploads';
import type { Context } from '../../base/context.ts';
import { AppError, invalidField } from '../../base/errors.ts';
import { isOwnOrigin, type Prover } from '../../base/credentials.ts';
import { createRequestContext } from '../../base/request-context.ts';
import { getHeader } from '../../base/request-headers.ts';
import { requireSender, type SenderScope } from '../../base/request.ts';
import { write } from '../../base/write.ts';
import { type OnArrived, openArrivals } from './actions/arrival.ts';
import { lockedError, releaseLease, takeLease } from './actions/lease.ts';
import { receive, type Receiver } from './actions/receive.ts';
import { openRoom } from './actions/room.ts';
import { toStorageProblem } from './actions/storage-problem.ts';
import { createUpload, healUpload, terminateUpload } from './actions/uploads.ts';
import { openWriters } from './actions/writers.ts';
import type { UploadPermit } from './policy.ts';
import { getUpload, getUploadTarget, listRevoked, type Upload } from './queries.ts';
import { MAX_UPLOAD_BYTES, mayReplace, UPLOAD_TIMES, type UploadTimes } from './rules.ts';
import {
  OFFSET_TYPE,
  readChecksum,
  readCount,
  readMetadata,
  refuseExtensions,
  TUS_VERSION,
} from './rules/headers.ts';
import { readLayout } from './rules/layout.ts';

// The tus resumable upload protocol 1.0.0, https://tus.io/protocols/resumable-upload

type Tus = Receiver & {
  request: FastifyRequest;
  reply: FastifyReply;
  team: SenderScope;
};
type Verb = (tus: Tus) => Promise<FastifyReply>;

/** Mounts the resumable upload. */
export function mountUploads(
  http: FastifyInstance,
  app: Context,
  provers: readonly Prover[],
  onArrived: OnArrived | null,
  times: UploadTimes = UPLOAD_TIMES,
): void {
  const writers = openWriters((writing) => listRevoked(app.db, writing), times.rightsMs);
  const arrivals = openArrivals(app, times, onArrived);
  const room = openRoom(app);
  const receiver: Receiver = { app, times, arrivals, writers, room };
  const answerWith = (verbs: Verbs) => async (request: FastifyRequest, reply: FastifyReply) => {
    const METHODS = getMethod(request);
    if (METHODS === 'OPTIONS') return sendCapabilities(app, reply);
    const verb = verbs[METHODS];
    if (!verb) throw notAllowed(verbs);
    requireOwnOrigin(app, request, METHODS);
    const context = createRequestContext(app, request, reply, provers);
    const team = await requireSender(context);
    return verb({ ...receiver, app: context.app, request, reply, team });
  };
  // Before connections are closed: what clients sent counts, and no lease is left behind.
  http.addHook('preClose', async () => writers.close());
  void http.register(async (scope) => {
    // Bodies stay streams: nothing is gathered, and the limit for JSON does not count here.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.addHook('onRequest', async (request, reply) => checkVersion(request, reply));
    for (const url of [TUS_PATH, TUS_BARE_PATH]) {
      scope.route({ method, url, handler: answerWith({ POST: create }), exposeHeadRoute: false });
    }
    const handler = answerWith({ HEAD: head, PATCH: patch, DELETE: remove });
    scope.route({ method, url: `${TUS_PATH}:id`, handler, exposeHeadRoute: false });
  });
}

type Verbs = Readonly<Record<string, Verb>>;

/** Any of them may carry any other one. */
const method: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Core protocol, X-HTTP-Method-Override, for networks that let few methods through: "If the header
 * is present, the actual method of the request MUST be ignored."
 */
function getMethod(request: FastifyRequest): string {
  return getHeader(request, 'x-http-method-override') ?? request.method;
}

/** Core protocol: every request but OPTIONS names the version, every response does. */
function checkVersion(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
  if (getMethod(request) !== 'OPTIONS' && getHeader(request, 'tus-resumable') !== TUS_VERSION) {
    throw new AppError('tus_version_unsupported', { headers: { 'tus-version': TUS_VERSION } });
  }
}

/** A write by cookie needs the console's origin, also when it is carried by a method that reads. */
function requireOwnOrigin(app: Context, request: FastifyRequest, verb: string): void {
  if (verb === 'HEAD' || verb === request.method || getHeader(request, 'authorization')) return;
  if (!isOwnOrigin(app, getHeader(request, 'origin'))) throw new AppError('origin_refused');
}

function notAllowed(verbs: Verbs): AppError {
  const allow = [...Object.keys(verbs), 'OPTIONS'].join(', ');
  return new AppError('method_not_allowed', { headers: { allow } });
}

function sendCapabilities(app: Context, reply: FastifyReply): FastifyReply {
  return addLayoutHeader(app, reply)
    .status(204)
    .headers({
      'tus-version': TUS_VERSION,
      'tus-max-size': String(MAX_UPLOAD_BYTES),
      'tus-extension': TUS_EXTENSIONS.join(','),
      'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
    })
    .send();
}

/** Our own extension, which `Tus-Extension` must not name: docs/decisions/0015-index-sent-first.md. */
function addLayoutHeader({ storage }: Context, reply: FastifyReply): FastifyReply {
  if (!storage.appendables.takesLayouts) return reply;
  return reply.header(UPLOAD_LAYOUT_HEADER, UPLOAD_LAYOUT_VERSION);
}

async function create(tus: Tus): Promise<FastifyReply> {
  const { app, request, reply, team, times } = tus;
  const header = (name: string) => getHeader(request, name);
  const hasPart = hasBody(request);
  if (hasPart) requireOffsetType(request);
  refuseExtensions(header('upload-concat'), header('upload-defer-length'));
  const metadata = readMetadata(header('upload-metadata'));
  const length = readCount('Upload-Length', header('upload-length'));
  const checksum = readChecksum(header('upload-checksum'));
  if (length > MAX_UPLOAD_BYTES) throw new AppError('upload_too_large');
  if (length === 0) throw invalidField('Upload-Length', 'too_small', 'The file is empty');
  const { target, existing, permit } = await getUploadTarget(app.db, team, metadata);
  if (target.hasSource || existing?.isCompleted) throw new AppError('upload_finished');
  if (target.sizeBytes !== null && length !== target.sizeBytes) {
    const message = `The video was announced with ${target.sizeBytes} bytes`;
    throw invalidField('Upload-Length', 'invalid_value', message);
  }
  const layout = requireLayout(app, metadata.layout, length);
  refuseTooMuch(request, { offset: 0, sizeBytes: length });
  await tus.room.require(length);
  if (existing) await endExisting(tus, permit, existing);
  const given = header('upload-metadata') ?? '';
  const file = { sizeBytes: length, fileName: metadata.filename ?? null };
  const input = { target, file, accountId: team.accountId, metadata: given, layout };
  const { upload, lease } = await write({ app }, permit, (tx) =>
    createUpload(tx, permit, input, { isWriting: hasPart, leaseMs: times.leaseMs }),
  );
  // Without host and scheme, which only the proxies in front know (RFC 9110 §10.2.2 allows it).
  void addLayoutHeader(app, reply).status(201).header('location', `${TUS_PATH}${upload.id}`);
  if (!hasPart) return addExpiry(reply, upload.expiresAt).send();
  const received = await receive(tus, lease, upload, { body: request.raw, checksum, sender: team });
  void reply.header('upload-offset', received.offset);
  return addExpiry(reply, received.expiresAt).send();
}

/** A client that names a layout must not be taken for one that sends the file from its beginning. */
function requireLayout(
  { storage }: Context,
  text: string | undefined,
  sizeBytes: number,
): UploadLayout | null {
  if (text === undefined) return null;
  if (!storage.appendables.takesLayouts) throw new AppError('upload_layout_unsupported');
  const layout = readLayout(text, sizeBytes);
  if (layout) return layout;
  const message = `Not up to ${MAX_LAYOUT_RANGES} ranges that cover ${sizeBytes} bytes once`;
  throw invalidField('Upload-Metadata.layout', 'invalid_value', message);
}

/** Ends an unfinished upload of the video that a new one takes the place of. */
async function endExisting(tus: Tus, permit: UploadPermit, existing: Upload): Promise<void> {
  if (!mayReplace(existing, tus.team.accountId)) throw new AppError('upload_refused');
  await tus.writers.preempt(existing.id, tus.times.preemptAfterMs);
  if (existing.offset === existing.sizeBytes) {
    await heal(tus, permit, existing);
    throw new AppError('upload_finished');
  }
  await terminate(tus, permit, existing);
}

async function head(tus: Tus): Promise<FastifyReply> {
  const { reply, request, writers, times } = tus;
  await writers.waitUntilStored(getId(request), times.preemptAfterMs);
  const { upload, permit } = await getCurrentUpload(tus);
  if (upload.isExpired) throw new AppError('upload_expired');
  const isWhole = upload.offset === upload.sizeBytes;
  if (isWhole && !upload.isCompleted) await heal(tus, permit, upload);
  void reply.headers({
    'upload-offset': upload.offset,
    'upload-length': upload.sizeBytes,
    'upload-metadata': upload.metadata,
  });
  return addExpiry(reply.status(200), isWhole ? null : upload.expiresAt).send();
}

/**
 * Five statements a PATCH, whatever its size: the caller, the upload with the permit, the lease, the
 * new offset and its notice; the last one of an upload has more, and what follows `uploadCompleted`.
 * While bytes flow, one each second, each 3 s and each 64 MB, which the bytes don't wait for.
 */
async function patch(tus: Tus): Promise<FastifyReply> {
  const { app, request, reply, times } = tus;
  requireOffsetType(request);
  const offset = readCount('Upload-Offset', getHeader(request, 'upload-offset'));
  const checksum = readChecksum(getHeader(request, 'upload-checksum'));
  const { upload, permit } = await getCurrentUpload(tus);
  if (upload.isCompleted && offset === upload.offset) {
    if (hasBody(request)) throw new AppError('upload_finished');
    return reply.status(204).header('upload-offset', offset).send();
  }
  if (upload.isExpired) throw new AppError('upload_expired');
  if (upload.isLocked) throw lockedError();
  if (offset !== upload.offset) throw new AppError('upload_conflict');
  refuseTooMuch(request, upload);
  if (offset === upload.sizeBytes) {
    await heal(tus, permit, upload);
    return reply.status(204).header('upload-offset', offset).send();
  }
  const taken = await takeLease(app.db, permit, upload.id, times);
  if (!taken) throw lockedError();
  if (taken.offset !== offset) {
    await write({ app }, permit, (tx) => releaseLease(tx, taken.lease));
    throw new AppError('upload_conflict');
  }
  const received = await receive(tus, taken.lease, upload, {
    body: request.raw,
    checksum,
    sender: tus.team,
  });
  void reply.status(204).header('upload-offset', received.offset);
  return addExpiry(reply, received.expiresAt).send();
}

async function remove(tus: Tus): Promise<FastifyReply> {
  const { upload, permit } = await getCurrentUpload(tus);
  const isWhole = upload.offset === upload.sizeBytes;
  // Termination answers 204 for finished ones too; their bytes are the video's, which stays.
  if (!isWhole) await terminate(tus, permit, upload);
  else if (!upload.isCompleted) await heal(tus, permit, upload);
  return tus.reply.status(204).send();
}

function getId({ params }: FastifyRequest): string {
  return (params as { id: string }).id;
}

/** The upload that the address names, after a dead request of this process has left it. */
async function getCurrentUpload({ app, request, team, writers, times }: Tus) {
  const found = await getUpload(app.db, team, getId(request));
  const isOutdated = await writers.preempt(found.upload.id, times.preemptAfterMs);
  return isOutdated ? getUpload(app.db, team, getId(request)) : found;
}

async function terminate(tus: Tus, permit: UploadPermit, upload: Upload): Promise<void> {
  const isTerminated = terminateUpload(tus.app, permit, upload, tus.times);
  if (!(await mapStorageErrors(isTerminated))) throw lockedError();
}

/** Completes an upload that has all its bytes and whose process was killed before it could. */
async function heal(tus: Tus, permit: UploadPermit, upload: Upload): Promise<void> {
  const isHealed = healUpload(tus.app, permit, upload, tus.times);
  if (!(await mapStorageErrors(isHealed))) throw lockedError();
}

async function mapStorageErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageProblem(error);
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** RFC 9110 §8.3.1: case means nothing, and some clients add a charset. */
function requireOffsetType(request: FastifyRequest): void {
  const [type = ''] = getHeader(request, 'content-type')?.split(';') ?? [];
  if (type.trim().toLowerCase() !== OFFSET_TYPE) {
    throw new AppError('unsupported_media_type');
  }
}

/** Refuses a body that declares too much, before its first byte is read. */
function refuseTooMuch(
  { headers }: FastifyRequest,
  { offset, sizeBytes }: { offset: number; sizeBytes: number },
): void {
  const bytes = Number(headers['content-length'] ?? 0);
  if (offset + bytes > sizeBytes) throw new AppError('upload_too_large');
}

/** tus 1.0.0, Expiration: sent as long as the upload is unfinished (RFC 9110 §5.6.7 date). */
function addExpiry(reply: FastifyReply, expiresAt: Date | null): FastifyReply {
  return expiresAt ? reply.header('upload-expires', expiresAt.toUTCString()) : reply;
}
