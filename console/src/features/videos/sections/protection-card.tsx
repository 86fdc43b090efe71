import type { DrmModel } from '@kinora/contract/drm';
import type { Video } from '@kinora/contract/videos/video';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.ts';
import { Note } from '../../../ui/note.tsx';
import { NoJwtKey } from '../../playback-channels/components/no-jwt-key.tsx';
import { findFixedReason, mayReplaceKey } from '../rules/protection.ts';
import { KeyProblem } from '../components/processing/key-problem.tsx';
import { PlaysOn } from '../components/protection/plays-on.tsx';
import { ReplaceKey } from '../components/protection/replace-key.tsx';
import { useLicensing } from '../components/protection/use-licensing.ts';
import { useSetDrmModel } from '../components/protection/use-set-drm-model.ts';
import classes from '../components/protection/protection-card.module.css';

/** How the stream is protected, and the change to another way. */
export function ProtectionCard({ video }: { video: Video }) {
  const t = useTranslations('videos.protection');
  const item = useTranslations('videos')('item');
  const { drmModel, drmModelChange } = video.vod;
  // The choice made here; a change that failed stands for itself until then.
  const [chosen, choose] = useState<DrmModel>();
  const [asking, setAsking] = useState(false);
  const save = useSetDrmModel(video, () => {
    setAsking(false);
    choose(undefined);
  });
  const fixed = findFixedReason(video);
  const value = chosen ?? drmModelChange?.drmModel ?? drmModel;
  const licensing = useLicensing(video);
  const services = licensing?.services;
  // Viewers could not watch with this model.
  const isClosed = (model: DrmModel) =>
    model === 'multiDrm' && model !== drmModel && services?.length === 0;
  const isSame = value === drmModel && drmModelChange === null;
  return (
    <Card title={t('title')} note={t('note')}>
      <div className={classes.root}>
        {fixed !== undefined && fixed !== 'changing' && (
          <Note tone="info">{t(`fixed.${fixed}`)}</Note>
        )}
        <ChangeNote video={video} />
        {/* A key server's encryption is none of them. */}
        {fixed !== 'keyServer' && (
          <fieldset disabled={fixed !== undefined} className={classes.choices}>
            <ChoiceCards
              label={t('title')}
              value={value}
              onChange={(next) => choose(MODELS.find((model) => model === next))}
              choices={MODELS.map((model) => ({
                value: model,
                title: t(`models.${model}.title`),
                ...(model === drmModel && { tag: t('current') }),
                text: (
                  <>
                    <span>{t(`models.${model}.text`)}</span>
                    {model === 'multiDrm' && services && <PlaysOn services={services} />}
                  </>
                ),
                isDisabled: isClosed(model),
              }))}
            />
          </fieldset>
        )}
        {value !== 'none' &&
          (licensing?.isOfTeamAlone ? (
            <NoJwtKey />
          ) : (
            <p className={classes.note}>{t('licence')}</p>
          ))}
        {fixed === undefined && (
          <Button
            className={classes.button ?? ''}
            disabled={isSame}
            onClick={() => setAsking(true)}
          >
            {t('change')}
          </Button>
        )}
        {mayReplaceKey(video) && <ReplaceKey video={video} />}
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          save.reset();
          setAsking(false);
        }}
        onConfirm={() => save.mutate(value)}
        title={t('confirm.title', { model: t(`models.${value}.title`) })}
        confirmLabel={t('change')}
        busy={save.isPending}
        error={save.error}
        item={item}
      >
        <p>{t('confirm.text')}</p>
        {value !== 'none' && <Note tone="warning">{t('confirm.licence')}</Note>}
      </ConfirmDialog>
    </Card>
  );
}

const MODELS = ['none', 'clearKey', 'multiDrm'] as const satisfies readonly DrmModel[];

/** Shows the change of the stream that is being made, or that it failed. */
function ChangeNote({ video }: { video: Video }) {
  const t = useTranslations('videos.protection');
  const { drmModel, drmModelChange: change, keyProblem } = video.vod;
  if (change === null) return null;
  const words = {
    model: t(`models.${change.drmModel}.title`),
    current: t(`models.${drmModel}.title`),
  };
  const hasFailed = change.state === 'failed';
  const [title, text] = hasFailed
    ? (['failed', 'failedText'] as const)
    : (['running', 'runningText'] as const);
  const isNewKey = change.drmModel === drmModel;
  return (
    <>
      <Note
        tone={hasFailed ? 'danger' : 'info'}
        title={isNewKey ? t(`newKey.${title}`) : t(title, words)}
        role={hasFailed ? 'alert' : 'status'}
      >
        {isNewKey ? t(`newKey.${text}`) : t(text, words)}
      </Note>
      {keyProblem && <KeyProblem problem={keyProblem} isWaiting={!hasFailed} />}
    </>
  );
}
