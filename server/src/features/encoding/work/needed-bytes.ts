import { type ByteSource, walkFile } from '@kinora/media/mp4/mp4-file';
import { type Mp4Index, readMp4Index } from '@kinora/media/mp4/mp4-index';
import { listCoverRanges, listOpeningRanges, listPieceRanges } from '@kinora/media/source-ranges';
import type { PieceKind } from '../../pieces/rules/pieces.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';
import { ALL, openSource, type SourceFile } from './sources.ts';

type Work = {
  kind: PieceKind;
  renditionIds: string[];
  firstSegment: number;
  lastSegment: number;
};

/**
 * Fetches the parts of a source that programs read to know its streams, so that it can be probed.
 *
 * @returns its index; null for a container whose index we don't read, which is then fetched whole
 */
export async function fetchOpening(
  { fetched }: SourceFile,
  source: ByteSource,
  signal: AbortSignal,
): Promise<Mp4Index | null> {
  // The probe finds out why a file that is here can't be read.
  if (!fetched) return readMp4Index(source).catch(() => null);
  const index = await readMp4Index(source);
  await fetched.need((index && listOpeningRanges(index)) ?? ALL, signal);
  if (index) await readHeads(source);
  return index;
}

/** Fetches what a piece is made from, where the source is not all there. */
export async function fetchNeeded(
  file: SourceFile,
  { encoding, source: summary }: StoredPlan,
  piece: Work,
  signal: AbortSignal,
): Promise<void> {
  const { fetched } = file;
  // A file that is put together from segments needs no byte of the source.
  if (!fetched || piece.kind === 'progressive') return;
  await using source = await openSource(file, signal);
  const index = await readMp4Index(source);
  if (index) await readHeads(source);
  await fetched.need((index && listRanges()) ?? ALL, signal);

  function listRanges() {
    const { kind } = piece;
    if (!index) return null;
    if (kind === 'cover') return listCoverRanges(index, summary);
    return kind === 'video' || kind === 'audio'
      ? listPieceRanges(index, encoding, { ...piece, kind })
      : null;
  }
}

// A file that states false sizes is looked through no further than this.
const MAX_BOXES = 50_000;

/** Fetches what programs read that go from box to box, also behind the media. */
async function readHeads(source: ByteSource): Promise<void> {
  for await (const _ of walkFile(source, MAX_BOXES));
}
