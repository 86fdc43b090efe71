import { ActionIcon } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import { forgetUploads, pauseUpload, retryUpload } from '../../data/queue.ts';
import type { UploadItem } from '../../data/store.ts';
import { isMine } from '../../data/transfers.ts';
import { isAtFault, type RowKind } from '../../rules/row.ts';
import { ContinueButton } from './continue-button.tsx';
import { UploadAgain } from './upload-again.tsx';
import classes from './upload-row.module.css';

type Props = { item: UploadItem; kind: RowKind; onCancel: (item: UploadItem) => void };

export function RowActions({ item, kind, onCancel }: Props) {
  const t = useTranslations('uploads');
  const { title } = item.settings;
  if (kind !== 'interrupted' && !isMine(item)) return null;
  const isUploaded = item.state === 'uploaded';
  const isGoing = ['queued', 'uploading', 'retry'].includes(item.state);
  const canRetry =
    kind === 'retry' || kind === 'failed' || kind === 'waiting' || kind === 'stalled';
  return (
    <div className={classes.actions}>
      {item.watchUrl !== undefined && hasBegun(item) && (
        <CopyButton value={item.watchUrl} label={t('copyWatch', { title })} small />
      )}
      {kind === 'interrupted' && <ContinueButton item={item} />}
      {isAtFault(kind) && <UploadAgain item={item} />}
      {canRetry && (
        <RowButton
          icon={IconRefresh}
          label={t('retry', { title })}
          onClick={() => retryUpload(item.key)}
        />
      )}
      {isGoing && (
        <RowButton
          icon={IconPlayerPause}
          label={t('pause', { title })}
          onClick={() => pauseUpload(item.key)}
        />
      )}
      {kind === 'paused' && (
        <RowButton
          icon={IconPlayerPlay}
          label={t('resume', { title })}
          onClick={() => retryUpload(item.key)}
        />
      )}
      {isUploaded ? (
        <RowButton
          icon={IconX}
          label={t('clear', { title })}
          onClick={() => void forgetUploads([item.key])}
        />
      ) : (
        <RowButton icon={IconX} label={t('cancel', { title })} onClick={() => onCancel(item)} />
      )}
    </div>
  );
}

/** From then on its page waits for the video; before, it does not know of it. */
const hasBegun = ({ state, sentBytes }: UploadItem) =>
  sentBytes > 0 || state === 'uploading' || state === 'uploaded';

type ButtonProps = {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  label: string;
  onClick: () => void;
};

function RowButton({ icon: Icon, label, onClick }: ButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="md" aria-label={label} onClick={onClick}>
        <Icon size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
