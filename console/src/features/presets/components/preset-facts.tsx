import { CODEC_NAMES } from '@kinora/contract/preset-rules/codecs';
import { findKeyServerId } from '@kinora/contract/preset-rules/key-server';
import type {
  AudioTrack,
  AudioVariant,
  PresetProfile,
  VideoTrack,
} from '@kinora/contract/preset-tracks';
import type { Preset } from '@kinora/contract/presets';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { MODEL_LABELS } from '../rules/models.ts';
import classes from './preset-facts.module.css';
import { useSizeName } from './preset-words.ts';
import { useTrackWords } from './form/track-words.ts';

const EncryptionFact = lazyPart(
  async () => (await import('./encryption-fact.tsx')).EncryptionFact,
  'presets.encryption',
);

/** A preset to read: its settings, and each profile with its tracks. */
export function PresetFacts({ preset }: { preset: Preset }) {
  const t = useTranslations('presets');
  const tf = useTranslations('presets.fields');
  const sizeName = useSizeName();
  const keyServerId = findKeyServerId(preset);
  return (
    <div className={classes.stack}>
      <Card title={t('form.general')}>
        <dl className={classes.pairs}>
          <dt>{t('create.model')}</dt>
          <dd>
            {MODEL_LABELS[preset.vodDeliveryModel]}
            <span className={classes.second}>{t(`models.${preset.vodDeliveryModel}`)}</span>
          </dd>
          <dt>{tf('defaultResolution')}</dt>
          <dd>
            {preset.defaultResolution === null
              ? tf('defaultAuto')
              : sizeName(preset.defaultResolution)}
          </dd>
          {preset.vodDeliveryModel === 'model-c' && (
            <>
              <dt>{tf('backgroundCompletion')}</dt>
              <dd>{tf(preset.backgroundCompletion)}</dd>
            </>
          )}
          {keyServerId !== null && <EncryptionFact keyServerId={keyServerId} />}
        </dl>
      </Card>
      {preset.profiles.map((profile) => (
        <ProfileFacts key={profile.formatType} profile={profile} />
      ))}
    </div>
  );
}

function ProfileFacts({ profile }: { profile: PresetProfile }) {
  const t = useTranslations('presets');
  const video = useVideoColumns(profile);
  const audio = useAudioColumns();
  const variants = useVariantColumns();
  return (
    <section className={classes.profile} aria-label={profile.name}>
      <h2 className={classes.profileName}>
        {profile.name}
        {profile.name !== t(`formats.${profile.formatType}`) && (
          <span className={classes.second}>{t(`formats.${profile.formatType}`)}</span>
        )}
        {!profile.enabled && <StatusPill tone="neutral">{t('facts.off')}</StatusPill>}
      </h2>
      {profile.videoTracks.length > 0 && (
        <DataTable
          label={t('form.videoTracks')}
          columns={video}
          rows={profile.videoTracks}
          rowKey={(track) => `${profile.videoTracks.indexOf(track)}`}
        />
      )}
      {profile.audioTracks.length > 0 && (
        <DataTable
          label={t('form.audioTracks')}
          columns={audio}
          rows={profile.audioTracks}
          rowKey={(track) => track.key}
        />
      )}
      {profile.audioVariants.length > 0 && (
        <DataTable
          label={t('form.audioVariants')}
          columns={variants}
          rows={profile.audioVariants}
          rowKey={(variant) => variant.key}
        />
      )}
    </section>
  );
}

function useVideoColumns(profile: PresetProfile): Column<VideoTrack>[] {
  const t = useTranslations('presets.facts');
  const tf = useTranslations('presets.fields');
  const words = useTrackWords();
  return [
    {
      key: 'name',
      header: t('videoTrack'),
      phone: 'lead',
      width: '18%',
      cell: (track) => <span className={classes.name}>{track.name}</span>,
    },
    {
      key: 'size',
      header: tf('resolution'),
      cell: (track) => words.size(track.resolutionControl),
    },
    {
      key: 'codec',
      header: tf('codec'),
      cell: ({ codec, videoCodecOptions: { profile: own } }) =>
        own === null ? CODEC_NAMES[codec] : `${CODEC_NAMES[codec]} ${tf(`profiles.${own}`)}`,
    },
    { key: 'quality', header: t('quality'), cell: (track) => words.quality(track) },
    {
      key: 'rate',
      header: t('rate'),
      wide: true,
      cell: (track) => words.rate(track.frameRateControl.maxFrameRate),
    },
    {
      key: 'speed',
      header: tf('speed'),
      wide: true,
      cell: (track) => tf(`speeds.${track.videoCodecOptions.speed}`),
    },
    {
      key: 'audio',
      header: tf('audioTrack'),
      cell: ({ audioTrackKey, videoDurationCondition: condition }) => {
        const audio = profile.audioTracks.find(({ key }) => key === audioTrackKey);
        const duration =
          condition && words.duration(condition.minimumSeconds, condition.maximumSeconds);
        return (
          <>
            {audio?.name ?? tf('silent')}
            {duration && <span className={classes.second}>{duration}</span>}
          </>
        );
      },
    },
  ];
}

function useAudioColumns(): Column<AudioTrack>[] {
  const t = useTranslations('presets.facts');
  const words = useTrackWords();
  return [
    {
      key: 'name',
      header: t('audioTrack'),
      phone: 'lead',
      width: '30%',
      cell: (track) => <span className={classes.name}>{track.name}</span>,
    },
    { key: 'makes', header: t('settings'), phone: 'plain', cell: (track) => words.audio(track) },
  ];
}

function useVariantColumns(): Column<AudioVariant>[] {
  const t = useTranslations('presets.facts');
  const tf = useTranslations('presets.form');
  const words = useTrackWords();
  return [
    {
      key: 'name',
      header: t('variant'),
      phone: 'lead',
      width: '30%',
      cell: (variant) => <span className={classes.name}>{variant.name}</span>,
    },
    {
      key: 'language',
      header: t('language'),
      phone: 'plain',
      cell: (variant) => (
        <>
          {words.language(variant)}
          {variant.isAudioDescription && ` · ${tf('described')}`}
        </>
      ),
    },
  ];
}
