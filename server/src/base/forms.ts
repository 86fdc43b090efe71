import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { AppError } from './errors.ts';

/** Forms of the contract have up to five fields; each further part costs, however small it is. */
const LIMITS = {
  parts: 16,
  // Name, file name and type of a field.
  headerPairs: 8,
  headerSize: 4096,
  // Fields are names and options: all that is long is a file.
  fieldSize: 64 * 1024,
};

/**
 * Reads multipart/form-data (RFC 7578) as its bytes come, so that nothing else waits for a long one.
 *
 * @param type the request's `Content-Type`
 * @throws AppError malformed_request, and what the bytes throw
 */
export async function readForm(type: string, bytes: AsyncIterable<Buffer>): Promise<FormData> {
  const form = new FormData();
  try {
    await pipeline(slice(bytes), createParser(type, form));
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('malformed_request', {}, { cause });
  }
  return form;
}

/** A chunk is parsed to its end before its faults count: 64 kB hold thousands of parts. */
const SLICE_BYTES = 4096;

async function* slice(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES)
      yield chunk.subarray(at, at + SLICE_BYTES);
  }
}

function createParser(type: string, form: FormData): InstanceType<typeof Busboy> {
  const parser = new Busboy({
    headers: { 'content-type': type },
    limits: LIMITS,
    isPartAFile: (_field, _type, fileName) => fileName !== undefined,
  });
  const refuse = (why: string) => void parser.destroy(new Error(why));
  parser.on('partsLimit', () => refuse('more parts than a form has'));
  parser.on('field', (name: string | undefined, value, _isNameCut, isCut) => {
    if (name === undefined || isCut) return refuse('a field without a name, or too long');
    form.append(name, value);
  });
  parser.on('file', (name: string | undefined, file, fileName, _encoding, fileType) => {
    // A file that breaks off is said of the form, too.
    file.on('error', (error: Error) => refuse(error.message));
    gatherFile(file, (parts) => {
      if (name === undefined) return refuse('a file without a name');
      form.append(name, new File(parts, fileName, { type: fileType }));
    });
  });
  return parser;
}

function gatherFile(file: BusboyFileStream, act: (parts: Uint8Array<ArrayBuffer>[]) => void): void {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  file.on('data', (part: Buffer<ArrayBuffer>) => void parts.push(part));
  file.on('end', () => act(parts));
}
