import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import type { FormProblem } from '../rules/problems.ts';

/** A problem of the form in words. */
export function useProblemWords(): (problem: FormProblem) => string {
  const t = useTranslations('presets.problems');
  const format = useFormat();
  return (problem) => {
    switch (problem.code) {
      case 'too_small':
        return t('too_small', { min: problem.min });
      case 'too_big':
        return t('too_big', { max: problem.max });
      case 'too_long':
        return t('too_long', { count: problem.count });
      case 'too_short':
        return t('required');
      case 'sample_rate_not_of_codec':
        return t('sample_rate_not_of_codec', {
          rates: problem.rates.map(format.number).join(' / '),
        });
      default:
        return t(problem.code);
    }
  };
}

/** Names of fields for the list of what a save was refused for, by the last part of their path. */
export function useFieldLabel(): (path: string) => string {
  const t = useTranslations('presets.fields');
  const labels: Record<string, string> = {
    'profiles.name': t('profileName'),
    'profiles.formatType': t('formatType'),
    'videoTracks.name': t('trackName'),
    'audioTracks.name': t('trackName'),
    'audioVariants.name': t('variantName'),
    name: t('name'),
    codec: t('codec'),
    resolutionType: t('resolution'),
    maxFrameRate: t('maxFrameRate'),
    qualityControlMode: t('mode'),
    crf: t('crf'),
    cq: t('cq'),
    qp: t('qp'),
    targetBitRateKbps: t('targetBitRateKbps'),
    maxBitRateKbps: t('maxBitRateKbps'),
    profile: t('profile'),
    speed: t('speed'),
    minimumSeconds: t('minimum'),
    maximumSeconds: t('maximum'),
    audioTrackKey: t('audioTrack'),
    keyServerId: t('keyServer'),
    bitRateKbps: t('bitRate'),
    sampleRate: t('sampleRate'),
    channels: t('channels'),
    languageCode: t('language'),
    'defaultResolution.size': t('defaultResolution'),
    defaultResolution: t('defaultResolution'),
    'resolutionControl.size': t('resolution'),
    backgroundCompletion: t('backgroundCompletion'),
  };
  return (path) => {
    const parts = path.split('.').filter((part) => !/^\d+$/.test(part));
    return labels[parts.slice(-2).join('.')] ?? labels[parts.at(-1) ?? ''] ?? path;
  };
}
