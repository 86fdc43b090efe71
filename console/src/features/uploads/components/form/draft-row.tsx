import { TITLE_LETTERS } from '@kinora/contract/bounds';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconFileUnknown,
  IconMovie,
  IconMusic,
  IconX,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { showToast } from '../../../../base/toasts.ts';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import { continueWith } from '../../data/continue.ts';
import { changeDraftFile, type DraftFile, removeDraftFiles } from '../../data/draft.ts';
import { findMediaType, findTitleProblem } from '../../rules/files.ts';
import { isSameRow, type RowPlace } from '../windowed-list.tsx';
import classes from './draft-list.module.css';

type Props = { file: DraftFile; error: string | undefined; disabled: boolean; place: RowPlace };

/** One chosen file: its title, or beside it why it can't be uploaded. */
export const DraftRow = memo(function DraftRow({ file: draft, error, disabled, place }: Props) {
  const t = useTranslations('uploads');
  const format = useFormat();
  const { id, file, path, title, problem } = draft;
  const tooLong =
    findTitleProblem(title) === null ? undefined : t('draft.tooLong', { max: TITLE_LETTERS.max });
  return (
    <li className={classes.row} data-problem={problem !== null || undefined} {...place}>
      <TypeIcon draft={draft} />
      <div className={classes.field}>
        {problem === null ? (
          <TextInput
            aria-label={t('draft.titleOf', { name: file.name })}
            value={title}
            placeholder={file.name}
            error={tooLong ?? error}
            disabled={disabled}
            autoComplete="off"
            onChange={(event) => changeDraftFile(id, { title: event.currentTarget.value })}
          />
        ) : (
          <p className={classes.name}>{file.name}</p>
        )}
        <p className={classes.facts}>
          {problem !== null && path === file.name ? '' : `${path} · `}
          {format.bytes(file.size)}
        </p>
        {problem !== null && (
          <p className={classes.problem}>
            <IconAlertTriangle size={15} stroke={1.8} aria-hidden /> {t(`problems.${problem}`)}
          </p>
        )}
        {problem === null && <Twin draft={draft} disabled={disabled} />}
      </div>
      <Tooltip label={t('draft.remove', { name: file.name })}>
        <ActionIcon
          aria-label={t('draft.remove', { name: file.name })}
          disabled={disabled}
          onClick={() => removeDraftFiles(new Set([id]))}
        >
          <IconX size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}, isSameRow);

function TypeIcon({ draft: { file } }: { draft: DraftFile }) {
  const type = findMediaType(file.name, file.type);
  const Icon = type === null ? IconFileUnknown : type.startsWith('audio/') ? IconMusic : IconMovie;
  return (
    <span className={classes.icon} aria-hidden>
      <Icon size={20} stroke={1.5} />
    </span>
  );
}

/** The same file is in the queue: it is left out unless the person insists, or continued. */
function Twin({ draft, disabled }: { draft: DraftFile; disabled: boolean }) {
  const t = useTranslations('uploads');
  const { id, twin, isForced } = draft;
  if (twin === null) return null;
  const goOn = async () => {
    const problem = await continueWith(twin.key, draft);
    if (problem === null) return removeDraftFiles(new Set([id]));
    showToast('error', {
      title: t('continue.refused', { name: draft.file.name }),
      detail: t(`continue.problems.${problem}`),
    });
  };
  return (
    <div className={classes.twin}>
      <span className={classes.warning}>
        {isForced ? t('twin.forced') : t(`twin.${twin.state}`)}
      </span>
      {twin.state === 'interrupted' && !isForced && (
        <Button size="compact-sm" variant="light" disabled={disabled} onClick={() => void goOn()}>
          {t('continue.one')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        px={4}
        disabled={disabled}
        onClick={() => changeDraftFile(id, { isForced: !isForced })}
      >
        {isForced ? t('twin.skip') : t('twin.force')}
      </Button>
    </div>
  );
}
