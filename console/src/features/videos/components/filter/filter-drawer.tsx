import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslations } from 'use-intl';
import { markFirstField } from '../../../../ui/first-field.ts';
import { useScrollLock } from '../../../../ui/scroll-lock.ts';
import type { DayLimits } from '../../rules/date-text.ts';
import {
  chooseDate,
  chooseCreators,
  chooseDateType,
  chooseStates,
  chooseTags,
  isNarrowed,
  type SearchChange,
  type VideoSearch,
  WITHOUT_FILTERS,
} from '../../rules/video-search.ts';
import { CreatorFilter } from './creator-filter.tsx';
import { DateFilter } from './date-filter.tsx';
import { StateFilter } from './state-filter.tsx';
import { TagFilter } from './tag-filter.tsx';
import classes from './filter-drawer.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  search: VideoSearch;
  change: (change: SearchChange) => void;
  limits: DayLimits;
  projectKey: string | undefined;
  /** Says how many videos the filter leaves; undefined while that is not known. */
  total: number | undefined;
};

/** The slide-out with the filters; a sheet from below on phones. The list behind follows at once. */
export function FilterDrawer(props: Props) {
  const { opened, onClose, search, change, limits, projectKey, total } = props;
  const t = useTranslations('videos.filter');
  const words = useTranslations('ui');
  const isPhone = useMediaQuery('(width < 576px)');
  useScrollLock(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('title')}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'min(92dvh, 720px)' : 372}
      lockScroll={false}
      padding={18}
      overlayProps={{ color: '#0a0d14', backgroundOpacity: 0.5 }}
      transitionProps={{ duration: 120, transition: isPhone ? 'slide-up' : 'slide-left' }}
      closeButtonProps={{ 'aria-label': words('close') }}
      classNames={{
        content: classes.content ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
      data-dialog-open={opened || undefined}
    >
      <div ref={markFirstField} className={classes.parts}>
        <StateFilter states={search.states} onChange={(states) => change(chooseStates(states))} />
        <DateFilter
          type={search.dateFilterType}
          date={search.date}
          limits={limits}
          onType={(type) => change(chooseDateType(type))}
          onDate={(date) => change(chooseDate(date))}
        />
        <TagFilter
          projectKey={projectKey}
          ids={search.tagIds}
          onChange={(ids) => change(chooseTags(ids))}
        />
        <CreatorFilter
          projectKey={projectKey}
          ids={search.creatorIds}
          onChange={(ids) => change(chooseCreators(ids))}
        />
      </div>
      <div className={classes.footer}>
        <Button
          variant="default"
          disabled={!isNarrowed(search)}
          onClick={() => change({ ...WITHOUT_FILTERS, q: search.q })}
        >
          {t('clearAll')}
        </Button>
        <Button onClick={onClose}>
          {total === undefined ? words('close') : t('show', { count: total })}
        </Button>
      </div>
    </Drawer>
  );
}
