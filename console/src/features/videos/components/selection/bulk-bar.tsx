import { ActionIcon, Button } from '@mantine/core';
import {
  IconFolderSymlink,
  IconKey,
  IconTagOff,
  IconTagPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RowMenu } from '../../../../ui/row-menu.tsx';
import type { NewBatch } from '../../data/batches.ts';
import type { Amount } from '../../rules/selection.ts';
import { BulkDialogs, type BulkAction } from './bulk-dialogs.tsx';
import { useCountWords } from './selection-status.tsx';
import { useBarKeys } from './use-bar-keys.ts';
import { useStartBatch } from './use-start-batch.ts';
import type { Selecting } from './use-selection.ts';
import strip from '../../../../ui/work-strip.module.css';
import classes from './bulk-bar.module.css';

type Props = {
  selecting: Selecting;
  all: Amount;
  projectKey: string | undefined;
};

const ACTIONS = [
  { type: 'addTags', icon: IconTagPlus },
  { type: 'removeTags', icon: IconTagOff },
  { type: 'move', icon: IconFolderSymlink },
  { type: 'rotateKeys', icon: IconKey },
  { type: 'delete', icon: IconTrash },
] as const;

/** The actions that a narrow bar moves into its menu. */
const BEHIND: ReadonlySet<BulkAction> = new Set(['removeTags', 'rotateKeys', 'delete']);

/** Shows the actions for the picked videos. */
export function BulkBar({ selecting, all, projectKey }: Props) {
  const t = useTranslations('videos.batch');
  const say = useCountWords();
  const bar = useBarKeys(selecting.clear);
  const [asked, setAsked] = useState<BulkAction>();
  const [at, setAt] = useState<{ x: number; y: number } | 'dots'>();
  const close = () => setAsked(undefined);
  const start = useStartBatch(() => {
    close();
    selecting.clear();
  });
  const { selection, filter, count } = selecting;
  const videos: NewBatch['videos'] = selection.isAll ? { filter } : { keys: [...selection.picked] };
  const actions = ACTIONS.filter(
    ({ type }) => type !== 'rotateKeys' || selecting.mayHoldEncrypted(all.count),
  );
  return (
    <section ref={bar} className={strip.bar} aria-label={t('label')} tabIndex={-1}>
      <div className={classes.words}>
        <span className={classes.count}>{say(count, all)}</span>
        <Wider selecting={selecting} all={all} />
      </div>
      <div className={strip.actions}>
        {actions.map(({ type, icon: Icon }) => (
          <Button
            key={type}
            variant="subtle"
            color={type === 'delete' ? 'red' : 'gray'}
            className={classes.action ?? ''}
            aria-label={t(`actions.${type}`)}
            title={t(`actions.${type}`)}
            data-behind={BEHIND.has(type) || undefined}
            onClick={() => setAsked(type)}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
            <span className={classes.name}>{t(`actions.${type}`)}</span>
          </Button>
        ))}
        <span className={classes.more}>
          <RowMenu
            at={at}
            setAt={setAt}
            items={actions
              .filter(({ type }) => BEHIND.has(type))
              .map(({ type, icon }) => ({
                label: t(`actions.${type}`),
                icon,
                danger: type === 'delete',
                onSelect: () => setAsked(type),
              }))}
          />
        </span>
        <ActionIcon aria-label={t('clear')} title={t('clear')} onClick={selecting.clear}>
          <IconX size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
      <BulkDialogs
        asked={asked}
        onClose={close}
        amount={count === 'all' ? all : { count, known: 'exact' }}
        projectKey={projectKey}
        busy={start.isPending}
        onStart={(action) => start.mutate({ action, videos })}
      />
    </section>
  );
}

/** The next wider choice: the page, then all that match. */
function Wider({ selecting, all }: Pick<Props, 'selecting' | 'all'>) {
  const t = useTranslations('videos.batch');
  const { page, count, selectPage, selectAll } = selecting;
  if (count === 'all' || page.count === 0) return null;
  if (!page.isWhole) {
    return (
      <button type="button" className={classes.wider} onClick={selectPage}>
        {t('selectPage', { count: page.count })}
      </button>
    );
  }
  if (all.count <= count) return null;
  return (
    <button type="button" className={classes.wider} onClick={selectAll}>
      {t('selectAll', all)}
    </button>
  );
}
