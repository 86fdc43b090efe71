import type { DrmModel } from '@kinora/contract/drm';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { Note } from '../../../ui/note.tsx';
import { NoJwtKey } from './no-jwt-key.tsx';
import type { ChannelFormState } from './use-channel-form.ts';
import classes from './channels.module.css';

const MODELS = ['none', 'clearKey', 'multiDrm'] as const satisfies readonly DrmModel[];

type Props = { channel: PlaybackChannel; form: ChannelFormState };

/** Shows how new videos are protected in projects with this primary channel. */
export function ProtectionCard({ channel, form }: Props) {
  const t = useTranslations('playbackChannels.protection');
  const { model: value } = form.values;
  // New videos could not be watched where the channel gives no licences.
  const isWaiting = (model: DrmModel) =>
    model === 'multiDrm' &&
    model !== channel.defaultDrmModelForNonClassicDelivery &&
    !channel.hasDrm;
  return (
    <Card title={t('title')} note={t('note')}>
      <div className={classes.fields}>
        <ChoiceCards
          label={t('title')}
          choices={MODELS.map((model) => ({
            value: model,
            title: t(`models.${model}.title`),
            text: isWaiting(model) ? t('waits') : t(`models.${model}.text`),
            isDisabled: isWaiting(model) || form.isFixed,
          }))}
          value={value}
          onChange={(next) => {
            const model = MODELS.find((one) => one === next);
            if (model !== undefined) form.set({ model });
          }}
        />
        {value !== 'none' && <Note tone="info">{t('later')}</Note>}
        {value !== 'none' && !channel.hasJwtKeys && <NoJwtKey />}
      </div>
    </Card>
  );
}
