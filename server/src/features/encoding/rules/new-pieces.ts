import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { EncodingPlan } from '@kinora/media/plan/encoding-plan';
import type { PlannedPiece } from '@kinora/media/plan/pieces';
import type { NewPiece } from '../../pieces/rules/pieces.ts';

/**
 * The pieces of a plan in the order of their making, and what of them waits to be asked for: of the
 * third model all that is encoded but the lowest rendition.
 */
export function newPieces(
  pieces: readonly PlannedPiece[],
  plan: EncodingPlan,
  preset: {
    deliveryModel: DeliveryModel;
    backgroundCompletion: 'whenIdle' | 'never';
    encrypts: boolean;
  },
): { onDemandIds: string[]; list: NewPiece[] } {
  const lowest = lowestEncoded(plan);
  const onDemandIds =
    preset.deliveryModel === 'model-c'
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
  // Small pictures of all of it would tell what is encrypted.
  const hasStoryboard = plan.video && !preset.encrypts;
  const images: NewPiece[] = hasStoryboard ? [{ kind: 'storyboard', ...none }] : [];
  // What begins the stream, then its cover, then the rest.
  const isFirst = ({ kind, firstSegment }: NewPiece, n: number) =>
    n === 0 || kind === 'copy' || (kind === 'audio' && firstSegment === 1);
  return {
    onDemandIds,
    list: [
      ...encoded.filter(isFirst),
      { kind: 'cover', ...none },
      ...encoded.filter((piece, n) => !isFirst(piece, n)),
      ...images,
    ],
  };
}

function lowestEncoded(plan: EncodingPlan): string | undefined {
  return plan.video?.renditions.findLast(({ source }) => source === 'encode')?.id;
}
