import type { SourceProblem } from '@kinora/contract/videos/summary';
import type { Video } from '@kinora/contract/videos/video';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { canRetry } from '../../rules/steps.ts';
import { KeyProblem } from './key-problem.tsx';
import { RetryButton } from './retry-button.tsx';
import classes from './processing-view.module.css';

type Props = { video: Video; reason: SourceProblem };

/** Shows what to do about a source that was given up, and the technical words folded away. */
export function SourceProblemNote({ video, reason }: Props) {
  const t = useTranslations('videos');
  const { teamName } = useTeamScope();
  const { keyProblem } = video.vod;
  return (
    <div className={classes.problem}>
      <p className={classes.text}>{t(`reasonTexts.${reason}`)}</p>
      {keyProblem && <KeyProblem problem={keyProblem} />}
      {video.actions.updateVideo && (
        <div className={classes.buttons}>
          <Button
            component={Link}
            to={paths.projectUpload(teamName, video.project.key)}
            variant={video.playable ? 'default' : 'filled'}
            leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
          >
            {t('processing.uploadAgain')}
          </Button>
          {canRetry(video) && <RetryButton videoKey={video.key} />}
        </div>
      )}
      <SupportLink subject={`${reason} · ${video.key}`} />
      <TechnicalDetails video={video} reason={reason} />
    </div>
  );
}

function TechnicalDetails({ video, reason }: Props) {
  const t = useTranslations('videos.processing');
  const { fileName, type, probeDetail } = video.vod.source;
  const text = [
    `${reason} · ${video.key} · ${video.vod.revisionKey}`,
    `${fileName} · ${type}`,
    probeDetail ?? '',
  ]
    .filter(Boolean)
    .join('\n');
  return (
    <details className={classes.details}>
      <summary>{t('technical')}</summary>
      <div className={classes.technical}>
        <pre translate="no">{text}</pre>
        <CopyButton value={text} label={t('copyTechnical')} small />
      </div>
    </details>
  );
}
