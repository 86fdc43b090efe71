import { z } from 'zod';
import type { FieldError } from '@kinora/contract/errors';
import { Id } from '@kinora/contract/fields';
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '@kinora/contract/uploads';
import { UploadSource } from '@kinora/contract/video-sources';
import { AppError } from '../../../base/errors.ts';

export const TUS_VERSION = '1.0.0';
export const OFFSET_TYPE = 'application/offset+octet-stream';

function malformed(path: string, code: string, message: string): AppError {
  return new AppError('malformed_request', { fields: [{ path, code, message }] });
}

/**
 * A count of bytes.
 *
 * @throws AppError malformed_request naming the header when it is missing or no whole number
 */
export function readCount(name: string, value: string | null): number {
  if (value === null) throw malformed(name, 'required', 'Required');
  const count = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(count)) {
    throw malformed(name, 'invalid_format', 'Not a number of bytes');
  }
  return count;
}

export type Checksum = { algorithm: ChecksumAlgorithm; digest: Buffer };

const DIGEST_BYTES: Record<ChecksumAlgorithm, number> = { sha1: 20, sha256: 32, md5: 16 };

/** tus 1.0.0, Checksum: an algorithm that is not offered, or no digest of it, is a 400. */
export function readChecksum(value: string | null): Checksum | null {
  if (value === null) return null;
  const [name, base64 = '', ...rest] = value.split(' ');
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name);
  if (!algorithm) throw malformed('Upload-Checksum', 'unknown', 'No such algorithm');
  const digest = decodeBase64(base64);
  if (digest?.length !== DIGEST_BYTES[algorithm] || rest.length > 0) {
    throw malformed('Upload-Checksum', 'invalid_format', `Not a base64 ${algorithm} digest`);
  }
  return { algorithm, digest };
}

/** Ignored, a part of a concatenation would become a video of its own. */
export function refuseExtensions(concat: string | null, deferredLength: string | null): void {
  if (concat === null && deferredLength === null) return;
  const path = concat === null ? 'Upload-Defer-Length' : 'Upload-Concat';
  const fields = [{ path, code: 'unknown', message: 'This extension of tus is not offered' }];
  throw new AppError('upload_extension_unsupported', { fields });
}

const Metadata = z.object({
  videoKey: Id,
  /** One that is prepared; left out, the file is the video's own. */
  revisionKey: Id.optional(),
  filename: UploadSource.shape.fileName.optional(),
  filetype: UploadSource.shape.type.optional(),
  layout: z.string().optional(),
});
export type Metadata = z.infer<typeof Metadata>;

// The header is kept and given back with each HEAD.
const MAX_METADATA_LENGTH = 4096;

/**
 * tus 1.0.0, Creation: `key base64` pairs between commas, keys not empty, unique and without
 * spaces and commas. Pairs of other names are kept for the client and not looked at.
 *
 * @throws AppError validation_failed naming the pair
 */
export function readMetadata(header: string | null): Metadata {
  const values: Record<string, string> = {};
  if ((header?.length ?? 0) > MAX_METADATA_LENGTH) throw invalid([issue('too_long', 'Too long')]);
  for (const pair of header?.split(',') ?? []) {
    const match = /^ *([^ ,]+)(?: ([A-Za-z0-9+/]*={0,2}))? *$/.exec(pair);
    const [, name = '', base64 = ''] = match ?? [];
    const bytes = match ? decodeBase64(base64) : null;
    if (!bytes || Object.hasOwn(values, name)) {
      throw invalid([issue('invalid_format', 'Not pairs of a name and a base64 value')]);
    }
    values[name] = bytes.toString('utf8');
  }
  // Clients send an empty value where they know none.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const parsed = Metadata.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      const code = Object.hasOwn(given, name) ? 'invalid_value' : 'required';
      return { path: `Upload-Metadata.${name}`, code, message };
    }),
  );
}

function issue(code: string, message: string): FieldError {
  return { path: 'Upload-Metadata', code, message };
}

function invalid(fields: FieldError[]): AppError {
  return new AppError('validation_failed', { fields });
}

/** Null unless it is the one canonical spelling, with its padding (RFC 4648 §4). */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
