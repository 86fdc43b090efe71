import type { DrmModel } from '@kinora/contract/drm';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Note } from '../../../ui/note.tsx';
import { Failure } from './failure.tsx';
import { NoJwtKey } from './no-jwt-key.tsx';
import { useChannelChange } from './use-channel-change.ts';
import classes from './channels.module.css';

const MODELS = ['none', 'clearKey', 'multiDrm'] as const satisfies readonly DrmModel[];

/** Shows how new videos are protected in the projects of which this is the primary channel. */
export function ProtectionCard({ channel }: { channel: PlaybackChannel }) {
  const t = useTranslations('playbackChannels.protection');
  const ui = useTranslations('ui');
  const stored = channel.defaultDrmModelForNonClassicDelivery;
  const [chosen, choose] = useState<DrmModel>();
  const value = chosen ?? stored;
  const save = useChannelChange(
    channel,
    (make, model: DrmModel) => make.setDefaultDrmModel(model),
    t('saved'),
    () => choose(undefined),
  );
  const isDirty = value !== stored;
  // Nobody could watch what is uploaded from then on where its licences aren't given.
  const isWaiting = (model: DrmModel) =>
    model === 'multiDrm' && model !== stored && !channel.hasDrm;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(value);
  };
  return (
    <Card title={t('title')} note={t('note')}>
      <LeaveGuard when={isDirty} />
      <form onSubmit={submit} className={classes.fields}>
        <ChoiceCards
          label={t('title')}
          choices={MODELS.map((model) => ({
            value: model,
            title: t(`models.${model}.title`),
            text: isWaiting(model) ? t('waits') : t(`models.${model}.text`),
            isDisabled: isWaiting(model),
          }))}
          value={value}
          onChange={(next) => {
            choose(MODELS.find((model) => model === next));
            save.reset();
          }}
        />
        {value !== 'none' && <Note tone="info">{t('later')}</Note>}
        {value !== 'none' && !channel.hasJwtKeys && <NoJwtKey />}
        <Failure error={save.error} />
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            {ui('save')}
          </Button>
          {isDirty && (
            <Button variant="default" disabled={save.isPending} onClick={() => choose(undefined)}>
              {ui('form.discard')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
