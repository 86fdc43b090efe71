import type { JobWorker } from '@kinora/contract/jobs';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { useOutputNames } from './use-output-names.ts';
import classes from './worker-list.module.css';

/** Each worker by its machine's name, and what it makes now. */
export function WorkerList({ workers }: { workers: readonly JobWorker[] }) {
  const t = useTranslations('jobs.workers');
  return (
    <Card title={t('title')} flush>
      <ul className={classes.list}>
        {workers.map((worker) => (
          <Worker key={worker.id} worker={worker} />
        ))}
      </ul>
    </Card>
  );
}

function Worker({ worker: { name, slots, busy, videos } }: { worker: JobWorker }) {
  const t = useTranslations('jobs.workers');
  const nameOutputs = useOutputNames();
  const { teamName } = useTeamScope();
  return (
    <li className={classes.worker}>
      <span className={classes.name} translate="no">
        {name || t('nameless')}
      </span>
      <span className={classes.slots}>{t('slots', { busy, slots })}</span>
      <span className={classes.work}>
        {videos.map(({ videoKey, title, projectKey, outputs }) => (
          <span key={videoKey} className={classes.video}>
            <Link
              to={paths.video(teamName, projectKey, videoKey, 'outputs')}
              className={classes.title}
            >
              {title}
            </Link>
            {outputs.length > 0 && <span className={classes.outputs}>{nameOutputs(outputs)}</span>}
          </span>
        ))}
        {videos.length === 0 && <span>{busy > 0 ? t('others') : t('idle')}</span>}
      </span>
    </li>
  );
}
