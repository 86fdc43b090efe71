import type {
  AudioCodecChoice,
  AudioTrackChoice,
  FormatChoice,
  LanguageChoice,
  ResolutionChoice,
  VideoCodecChoice,
} from '@kinora/contract/preset-look-ups';
import type {
  AudioCodec,
  DeliveryModel,
  FormatType,
  QualityControlMode,
  VideoCodec,
} from '@kinora/contract/preset-tracks';
import type { Preset } from '@kinora/contract/presets';

/** The order in which lists and choices show the delivery models. */
export const deliveryModels: readonly DeliveryModel[] = ['classic', 'model-k', 'model-c'];

/** What people call the models; the same in both languages (specification 1, section 9). */
export const modelLabels: Record<DeliveryModel, string> = {
  classic: 'VOD (Classic Model)',
  'model-k': 'VOD (Adaptive Model 1)',
  'model-c': 'VOD (Model-C)',
};

/** What the look-ups offer; the form is made of it and checked against it. */
export type Offer = {
  resolutions: readonly ResolutionChoice[];
  formats: readonly FormatChoice[];
  videoCodecs: readonly VideoCodecChoice[];
  audioCodecs: readonly AudioCodecChoice[];
  audioTracks: readonly AudioTrackChoice[];
  languages: readonly LanguageChoice[];
};

/** Formats that a profile of the model may have. */
export function formatsOf(offer: Offer, model: DeliveryModel): FormatChoice[] {
  return offer.formats.filter(({ vodDeliveryModel }) => vodDeliveryModel === model);
}

/** The format of a model by its type. */
export function formatOf(
  offer: Offer,
  model: DeliveryModel,
  formatType: FormatType,
): FormatChoice | undefined {
  return formatsOf(offer, model).find((format) => format.formatType === formatType);
}

/** Names as the field writes them; the same in both languages. */
export const codecNames: Record<VideoCodec | AudioCodec, string> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp9: 'VP9',
  aac: 'AAC',
  opus: 'Opus',
};

export type QualityField = 'crf' | 'targetBitRateKbps' | 'maxBitRateKbps' | 'cq' | 'qp';

/** The fields that a quality mode asks for; the others are cleared (specification 1, section 4). */
export const fieldsOfMode: Record<QualityControlMode, readonly QualityField[]> = {
  constrainedEncoding: ['crf', 'maxBitRateKbps'],
  targetBitrate: ['targetBitRateKbps', 'maxBitRateKbps'],
  constantQuality: ['cq'],
  constantQp: ['qp'],
};

/** Presets by delivery model, in the order of `deliveryModels`; models without any are left out. */
export function byModel(presets: readonly Preset[]): [DeliveryModel, Preset[]][] {
  return deliveryModels.flatMap((model) => {
    const found = presets.filter((preset) => preset.vodDeliveryModel === model);
    return found.length > 0 ? [[model, found] satisfies [DeliveryModel, Preset[]]] : [];
  });
}
