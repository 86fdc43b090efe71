import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { AskingButton } from '../../../../ui/asking-button.tsx';
import { useRotateKeys } from './use-set-drm-model.ts';
import classes from './protection-card.module.css';

/** Gives an encrypted stream a new key. */
export function ReplaceKey({ video }: { video: Video }) {
  const t = useTranslations('videos.protection.replaceKey');
  return (
    <div className={classes.button}>
      <AskingButton
        {...useRotateKeys(video)}
        label={t('button')}
        title={t('title')}
        disabled={video.vod.drmModelChange?.state === 'running'}
      >
        {t('text')}
      </AskingButton>
    </div>
  );
}
