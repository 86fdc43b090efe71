import { ActionIcon } from '@mantine/core';
import { IconLayoutGrid, IconLayoutList, IconList } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { setPreference, usePreferences } from '../../../../base/preferences.ts';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import classes from './layout-switch.module.css';

const LAYOUTS = [
  ['comfortable', IconLayoutList],
  ['compact', IconList],
  ['cards', IconLayoutGrid],
] as const;

/** Shows how the videos are listed, for this browser. Phones have one layout. */
export function LayoutSwitch() {
  const t = useTranslations('videos.list.layouts');
  const { videoLayout } = usePreferences();
  return (
    <div role="group" aria-label={t('label')} className={classes.root}>
      {LAYOUTS.map(([layout, Icon]) => (
        <Tooltip key={layout} label={t(layout)}>
          <ActionIcon
            aria-label={t(layout)}
            aria-pressed={layout === videoLayout}
            className={classes.layout}
            onClick={() => setPreference('videoLayout', layout)}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
