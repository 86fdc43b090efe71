import { CODEC_NAMES, FIELDS_OF_MODE } from '@kinora/contract/preset-rules/codecs';
import type { AudioTrack, AudioVariant, VideoTrack } from '@kinora/contract/preset-tracks';
import { useLocale, useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { isEmptySpan, type Span, toSeconds } from '../../rules/duration.ts';
import type { AudioTrackForm, VideoTrackForm } from '../../rules/form.ts';
import { parseDecimal, parseWhole } from '../../rules/numbers.ts';
import { useSizeName } from '../preset-words.ts';

const joinParts = (parts: (string | undefined)[]) =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ');

/** The parts of a preset in a few words each. Missing and unreadable numbers are left out. */
export function useTrackWords() {
  const t = useTranslations('presets.words');
  const format = useFormat();
  const sizeName = useSizeName();
  const lang = useLocale();
  const languages = new Intl.DisplayNames(lang, { type: 'language' });

  const quality = ({ videoCodecOptions: options }: Pick<VideoTrack, 'videoCodecOptions'>) =>
    joinParts(
      FIELDS_OF_MODE[options.qualityControlMode].map((field) => {
        const value = options[field];
        return value === null ? undefined : t(field, { value });
      }),
    );
  const rate = (maxFrameRate: number | null) =>
    maxFrameRate === null ? t('sourceRate') : t('upToRate', { rate: format.number(maxFrameRate) });
  const duration = (minimum: number | null, maximum: number | null) => {
    const from = minimum === null ? '' : format.clock(minimum);
    const to = maximum === null ? '' : format.clock(maximum);
    if (from !== '' && to !== '') return t('between', { from, to });
    if (from !== '') return t('atLeast', { from });
    return to === '' ? '' : t('atMost', { to });
  };
  const channels = (count: number) => t('channels', { count });
  return {
    quality,
    rate,
    duration,
    channels,
    size: sizeName,
    language: ({ languageCode }: AudioVariant) =>
      languageCode === '' ? '' : (languages.of(languageCode) ?? languageCode),
    /** A video track as it is being typed. */
    typedVideo: (track: VideoTrackForm) => {
      const size = parseWhole(track.size);
      const original = track.resolutionType === 'original';
      const seconds = (span: Span) => (isEmptySpan(span) ? null : toSeconds(span));
      const options = Object.fromEntries(
        Object.entries(track.quality).map(([field, text]) => [field, parseWhole(text)]),
      ) as Record<keyof typeof track.quality, number | null>;
      return joinParts([
        original
          ? sizeName({ type: 'original', size: null })
          : size === null
            ? undefined
            : sizeName({ type: track.sizeType, size }),
        CODEC_NAMES[track.codec],
        quality({
          videoCodecOptions: {
            ...options,
            qualityControlMode: track.mode,
            profile: null,
            speed: track.speed,
          },
        }),
        rate(parseDecimal(track.maxFrameRate)),
        duration(seconds(track.minimum), seconds(track.maximum)),
      ]);
    },
    /** An audio track, typed or stored. */
    audio: (track: AudioTrackForm | AudioTrack) => {
      const [bits, hertz, count] = [track.bitRateKbps, track.sampleRate, track.channels].map(
        (value) => (typeof value === 'number' ? value : parseWhole(value)),
      );
      return joinParts([
        CODEC_NAMES[track.codec],
        bits ? t('kbps', { value: bits }) : undefined,
        hertz ? t('hertz', { value: format.number(hertz) }) : undefined,
        count ? channels(count) : undefined,
      ]);
    },
  };
}
