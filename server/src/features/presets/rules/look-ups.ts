import en from '@kinora/i18n/en/presets' with { type: 'json' };
import th from '@kinora/i18n/th/presets' with { type: 'json' };
import type { Language } from '@kinora/contract/fields';
import type {
  AudioCodecChoice,
  AudioTrackChoice,
  FormatChoice,
  ResolutionChoice,
  VideoCodecChoice,
} from '@kinora/contract/preset-look-ups';
import { VIDEO_RATES_KBPS } from '@kinora/contract/preset-rules/bounds';
import {
  AUDIO_CODECS,
  FORMATS,
  LONG_CODEC_NAMES,
  VIDEO_CODECS,
} from '@kinora/contract/preset-rules/codecs';
import type { Range } from '@kinora/contract/field-rules';
import { getWideWidth, RESOLUTIONS } from '@kinora/contract/preset-rules/resolutions';
import { EncodingSpeed, type AudioCodec, type VideoCodec } from '@kinora/contract/preset-tracks';

const getWords = (lang: Language) => (lang === 'en' ? en : th).choices;

/** Names of the trade, alike in every language. */
const SIZE_NAMES: Record<number, string> = {
  2160: '4K Ultra HD',
  1440: 'Quad HD',
  1080: 'Full HD',
  720: 'HD',
};

export function listResolutions(lang: Language): ResolutionChoice[] {
  return RESOLUTIONS.map(({ name, type, size }) => {
    const tradeName = size === null ? undefined : SIZE_NAMES[size];
    const label = tradeName ? `${name} (${tradeName})` : name;
    return {
      name,
      type,
      size,
      width: size === null ? null : getWideWidth(size),
      height: size,
      label: size === null ? getWords(lang).original : label,
    };
  });
}

const AUDIO_TRACKS: Omit<AudioTrackChoice, 'label'>[] = [
  { key: 'stereo', codec: 'aac', bitRateKbps: 128, sampleRate: 48_000, channels: 2 },
  { key: 'stereo-high', codec: 'aac', bitRateKbps: 192, sampleRate: 48_000, channels: 2 },
  { key: 'stereo-best', codec: 'aac', bitRateKbps: 256, sampleRate: 48_000, channels: 2 },
  { key: 'stereo-small', codec: 'aac', bitRateKbps: 64, sampleRate: 48_000, channels: 2 },
  { key: 'mono', codec: 'aac', bitRateKbps: 64, sampleRate: 48_000, channels: 1 },
  { key: 'opus-stereo', codec: 'opus', bitRateKbps: 96, sampleRate: 48_000, channels: 2 },
  { key: 'opus-mono', codec: 'opus', bitRateKbps: 48, sampleRate: 48_000, channels: 1 },
];

export function listAudioTracks(lang: Language): AudioTrackChoice[] {
  return AUDIO_TRACKS.map((track) => {
    const text = track.channels === 1 ? getWords(lang).mono : getWords(lang).stereo;
    const label = text
      .replace('{codec}', LONG_CODEC_NAMES[track.codec])
      .replace('{rate}', String(track.bitRateKbps));
    return { ...track, label };
  });
}

/** Constant quality that is offered beside an own value (specification 1, section 5). */
const QUALITIES = [22, 24, 26, 28, 30];

/** The API has other names for the ends of a range than the rules. */
const toRangeResponse = ({ min, max }: Range) => ({ least: min, most: max });

export function listVideoCodecs(): VideoCodecChoice[] {
  return Object.entries(VIDEO_CODECS).map(([name, { modes, quality, profiles }]) => {
    const codec = name as VideoCodec;
    const range = toRangeResponse(quality);
    return {
      codec,
      label: LONG_CODEC_NAMES[codec],
      qualityControlModes: modes,
      crf: range,
      cq: range,
      qp: range,
      bitRateKbps: toRangeResponse(VIDEO_RATES_KBPS),
      qualities: QUALITIES,
      profiles,
      speeds: EncodingSpeed.options,
    };
  });
}

export function listAudioCodecs(): AudioCodecChoice[] {
  return Object.entries(AUDIO_CODECS).map(([name, { bitRateKbps, sampleRates, channels }]) => {
    const codec = name as AudioCodec;
    return {
      codec,
      label: LONG_CODEC_NAMES[codec],
      bitRateKbps: toRangeResponse(bitRateKbps),
      sampleRates,
      channels: toRangeResponse(channels),
    };
  });
}

/** One row for each model that has the format. */
export function listFormats(lang: Language): FormatChoice[] {
  return Object.entries(FORMATS).flatMap(([name, { models, ...codecs }]) => {
    const formatType = name as keyof typeof FORMATS;
    const label = getWords(lang)[formatType];
    return models.map((vodDeliveryModel) => ({ formatType, vodDeliveryModel, label, ...codecs }));
  });
}
