import type { Video } from '@kinora/contract/videos/video';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { AskingButton } from '../../../../ui/asking-button.tsx';
import { Note } from '../../../../ui/note.tsx';
import { refreshVideo, setDrmModel } from '../../data.ts';
import { RetryButton } from './retry-button.tsx';
import classes from './processing-view.module.css';

/** Says that a video is withheld until it is protected, with buttons to retry or to release it. */
export function WithheldNote({ video }: { video: Video }) {
  const t = useTranslations('videos.withheld');
  const { protecting, drmModelChange } = video.vod;
  const hasFailed = protecting === 'failed';
  const model = t(`models.${drmModelChange?.drmModel ?? 'none'}`);
  return (
    <Note
      tone={hasFailed ? 'danger' : 'info'}
      title={t(hasFailed ? 'failed' : 'title', { model })}
      role={hasFailed ? 'alert' : 'status'}
    >
      <p>{t(hasFailed ? 'failedText' : 'text')}</p>
      {video.actions.updateVideo && (
        <div className={`${classes.buttons} ${classes.below}`}>
          {hasFailed && <RetryButton videoKey={video.key} />}
          <OpenUnprotected video={video} />
        </div>
      )}
    </Note>
  );
}

function OpenUnprotected({ video }: { video: Video }) {
  const t = useTranslations('videos.withheld.open');
  const item = useTranslations('videos')('item');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
    <AskingButton
      label={t('button')}
      title={t('title')}
      run={() => setDrmModel(scope, video, 'none')}
      item={item}
      done={t('done')}
      onDone={() => refreshVideo(queryClient, scope, video.key)}
    >
      <p>{t('text')}</p>
    </AskingButton>
  );
}
