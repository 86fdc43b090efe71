import { join } from 'node:path';
import { createChildWork } from '../../../base/child-work.ts';
import { type FairplayFiles, type ReadFairplay, toProblem } from '../rules/fairplay.ts';
import type { ReadFiles } from './fairplay-program.ts';

/** The rounds that are taken cost a second of a core of today. */
const LIMIT_MS = 5000;

const readApart = createChildWork<ReadFiles>(join(import.meta.dirname, 'fairplay-program.ts'));

/**
 * Reads a certificate with its key in a process of its own.
 *
 * @throws AppError unavailable when too many wait already
 */
export async function readFairplayApart(
  files: FairplayFiles,
  now: Date,
  limitMs = LIMIT_MS,
): Promise<ReadFairplay> {
  const read = await readApart({ ...files, now }, limitMs);
  if (read === null) return { problem: toProblem('privateKey', 'private_key_not_supported') };
  if ('problem' in read) return read;
  const { certificate, privateKey, expiresAt } = read;
  return { certificate: Buffer.from(certificate), privateKey: Buffer.from(privateKey), expiresAt };
}
