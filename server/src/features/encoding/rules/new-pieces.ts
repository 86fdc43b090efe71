import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { EncodingPlan } from '@kinora/media/plan/encoding-plan';
import type { PlannedPiece } from '@kinora/media/plan/pieces';
import type { NewPiece } from '../../pieces/rules/pieces.ts';

/**
 * The pieces of a plan in the order of their making, and the renditions that wait to be requested: in
 * the third model all that are encoded but the lowest.
 */
export function toNewPieces(
  pieces: readonly PlannedPiece[],
  plan: EncodingPlan,
  preset: {
    deliveryModel: DeliveryModel;
    backgroundCompletion: 'whenIdle' | 'never';
    encrypts: boolean;
    /** No viewer requests anything before all of it is there to be protected. */
    isWithheld: boolean;
    /** The source has one to be its cover: frames, or one that is attached. */
    hasPicture: boolean;
  },
): { onDemandIds: string[]; list: NewPiece[] } {
  const lowest = findLowestEncoded(plan);
  const onDemandIds =
    preset.deliveryModel === 'model-c' && !preset.isWithheld
      ? (plan.video?.renditions ?? [])
          .filter(({ id, source }) => source === 'encode' && id !== lowest)
          .map(({ id }) => id)
      : [];
  const later = preset.backgroundCompletion === 'never' ? 'whenRequested' : 'whenIdle';
  const encoded = pieces.map((piece): NewPiece => {
    const isOnDemand = piece.renditionIds.every((id) => onDemandIds.includes(id));
    return isOnDemand ? { ...piece, when: later } : { ...piece };
  });
  const none = { renditionIds: [], firstSegment: 1, lastSegment: 1 };
  // A storyboard would show encrypted pictures in the clear.
  const hasStoryboard = plan.video && !preset.encrypts;
  const images: NewPiece[] = hasStoryboard ? [{ kind: 'storyboard', ...none }] : [];
  const cover: NewPiece = { kind: 'cover', ...none };
  // The beginning of the stream comes first, then its cover, then the rest. A waveform takes as long
  // as a piece of audio, and comes last.
  const isFirst = ({ kind, firstSegment }: NewPiece, n: number) =>
    n === 0 || kind === 'copy' || (kind === 'audio' && firstSegment === 1);
  return {
    onDemandIds,
    list: [
      ...encoded.filter(isFirst),
      ...(preset.hasPicture ? [cover] : []),
      ...encoded.filter((piece, n) => !isFirst(piece, n)),
      ...images,
      ...(preset.hasPicture ? [] : [{ ...cover, isWaveform: true }]),
    ],
  };
}

function findLowestEncoded(plan: EncodingPlan): string | undefined {
  return plan.video?.renditions.findLast(({ source }) => source === 'encode')?.id;
}
