import { type Fragment, readBoxHeader, readFragment } from '../mp4/boxes.ts';

export type StreamPart =
  | { type: 'init'; bytes: Buffer }
  /** `data` in chunks as they came: the samples' bytes, without the mdat header */
  | { type: 'fragment'; fragment: Fragment; data: Buffer[] };

// The largest fragment is two seconds of video at the highest rate of any ladder; this is far
// above.
const MAX_BOX_BYTES = 512 * 1024 * 1024;

/**
 * Cuts a fragmented MP4, arriving in chunks of any size, into its init segment and its fragments.
 * Media bytes are passed on as they came, never copied. Other boxes are dropped (mfra, sidx).
 * Throws RangeError on anything but a fragmented MP4.
 */
export async function* readFragmentStream(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<StreamPart, void, undefined> {
  let init: Buffer[] = [];
  let fragment: Fragment | null = null;
  for await (const box of splitBoxes(chunks)) {
    if (box.type === 'ftyp') init = [Buffer.concat([box.header, ...box.body])];
    else if (box.type === 'moov') {
      yield { type: 'init', bytes: Buffer.concat([...init, box.header, ...box.body]) };
    } else if (box.type === 'moof') fragment = readFragment(Buffer.concat(box.body));
    else if (box.type === 'mdat') {
      if (!fragment) throw new RangeError('mdat without moof');
      yield { type: 'fragment', fragment, data: box.body };
      fragment = null;
    }
  }
}

type WholeBox = { type: string; header: Buffer; body: Buffer[] };

async function* splitBoxes(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<WholeBox, void, undefined> {
  let head: Buffer = Buffer.alloc(0);
  let open: (WholeBox & { missing: number }) | null = null;
  for await (const arrived of chunks) {
    let chunk: Buffer = head.length > 0 ? Buffer.concat([head, arrived]) : arrived;
    head = Buffer.alloc(0);
    while (chunk.length > 0 || open?.missing === 0) {
      if (!open) {
        const header = readBoxHeader(chunk);
        if (!header) {
          head = chunk;
          break;
        }
        const missing = header.size - header.headerSize;
        if (missing < 0 || missing > MAX_BOX_BYTES)
          throw new RangeError(`${header.type} of ${header.size} bytes`);
        open = {
          type: header.type,
          header: chunk.subarray(0, header.headerSize),
          body: [],
          missing,
        };
        chunk = chunk.subarray(header.headerSize);
      }
      const taken = chunk.subarray(0, open.missing);
      if (taken.length > 0) open.body.push(taken);
      open.missing -= taken.length;
      chunk = chunk.subarray(taken.length);
      if (open.missing > 0) break;
      yield open;
      open = null;
    }
  }
  // An unfinished box here is the output of a process that was killed; its exit shows that.
}
