import type {
  AudioCodecChoice,
  AudioTrackChoice,
  FormatChoice,
  LanguageChoice,
  ResolutionChoice,
  VideoCodecChoice,
} from '@kinora/contract/preset-look-ups';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { Preset } from '@kinora/contract/presets';

/** The order in which lists and choices show the delivery models. */
export const DELIVERY_MODELS: readonly DeliveryModel[] = ['classic', 'model-k', 'model-c'];

/** Names of the models as people say them; the same in both languages (specification 1, section 9). */
export const MODEL_LABELS: Record<DeliveryModel, string> = {
  classic: 'VOD (Classic Model)',
  'model-k': 'VOD (Adaptive Model 1)',
  'model-c': 'VOD (Model-C)',
};

/** The look-ups offer these, in the reader's words. */
export type Offer = {
  resolutions: readonly ResolutionChoice[];
  formats: readonly FormatChoice[];
  videoCodecs: readonly VideoCodecChoice[];
  audioCodecs: readonly AudioCodecChoice[];
  audioTracks: readonly AudioTrackChoice[];
  languages: readonly LanguageChoice[];
};

/** Presets by delivery model, in the order of `DELIVERY_MODELS`; models without any are left out. */
export function groupByModel(presets: readonly Preset[]): [DeliveryModel, Preset[]][] {
  return DELIVERY_MODELS.flatMap((model) => {
    const found = presets.filter((preset) => preset.vodDeliveryModel === model);
    return found.length > 0 ? [[model, found] satisfies [DeliveryModel, Preset[]]] : [];
  });
}
