import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useTeamScope } from '../../../base/team-scope.ts';
import { AskingButton } from '../../../ui/asking-button.tsx';
import { createBatch } from '../data/batches.ts';
import { useFollow, useFollowedBatches } from './selection/use-followed-batches.ts';
import classes from './replace-keys.module.css';

const BatchStrips = lazyPart(
  async () => (await import('./selection/batch-strip.tsx')).BatchStrips,
  'videos',
  'videos.batch',
);

type Props = { project: Project; amount: { count: number; known: 'exact' | 'atLeast' } };

/** Gives all encrypted videos of a project new keys by one batch, and shows how far it is. */
export function ReplaceKeys({ project, amount }: Props) {
  const t = useTranslations('videos.encryption.keys');
  const scope = useTeamScope();
  const followed = useFollowedBatches();
  const follow = useFollow();
  return (
    <>
      <AskingButton
        label={t('button')}
        title={t('title', amount)}
        run={() =>
          createBatch(scope, {
            action: { type: 'rotateKeys' },
            videos: { filter: { projectKey: project.key } },
          })
        }
        item={t('item')}
        onDone={follow}
      >
        {t('text')}
      </AskingButton>
      {followed.length > 0 && (
        <div className={classes.progress}>
          <BatchStrips ids={followed} />
        </div>
      )}
    </>
  );
}
