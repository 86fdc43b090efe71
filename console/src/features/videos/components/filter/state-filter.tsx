import { VIDEO_STATES } from '@kinora/contract/bounds';
import { Chip } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { VideoState } from '../../rules/video-search.ts';
import classes from './filter-drawer.module.css';

type Props = {
  states: readonly VideoState[];
  onChange: (states: VideoState[]) => void;
};

/** Shows what has become of a video; of several states any counts. */
export function StateFilter({ states, onChange }: Props) {
  const t = useTranslations('videos.filter');
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{t('states')}</legend>
      <div className={classes.choices}>
        <Chip.Group
          multiple
          value={[...states]}
          onChange={(chosen) => onChange(VIDEO_STATES.filter((state) => chosen.includes(state)))}
        >
          {VIDEO_STATES.map((state) => (
            <Chip key={state} value={state} size="sm" radius={8}>
              {t(`stateNames.${state}`)}
            </Chip>
          ))}
        </Chip.Group>
      </div>
    </fieldset>
  );
}
