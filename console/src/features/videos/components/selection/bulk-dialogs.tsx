import type { BatchAction } from '@kinora/contract/video-batches';
import { useTranslations } from 'use-intl';
import { codeWords } from '../../../../ui/code-words.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.ts';
import { Note } from '../../../../ui/note.tsx';
import type { Amount } from '../../rules/selection.ts';
import { getRestoreCall } from '../../data.ts';
import { MoveDialog } from './move-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

export type BulkAction = BatchAction['type'];

type Props = {
  asked: BulkAction | undefined;
  onClose: () => void;
  amount: Amount;
  projectKey: string | undefined;
  busy: boolean;
  onStart: (action: BatchAction) => void;
};

/** Asks what an action needs to know. */
export function BulkDialogs({ asked, onClose, amount, projectKey, busy, onStart }: Props) {
  const t = useTranslations('videos.batch.remove');
  const ofKeys = useTranslations('videos.batch.rotateKeys');
  const rest = { onClose, amount, projectKey, busy };
  return (
    <>
      {(['addTags', 'removeTags'] as const).map((type) => (
        <TagsDialog
          key={type}
          {...rest}
          type={type}
          opened={asked === type}
          onTags={(tags) => onStart({ type, tags })}
        />
      ))}
      <MoveDialog
        {...rest}
        opened={asked === 'move'}
        onProject={(key) => onStart({ type: 'move', projectKey: key })}
      />
      <ConfirmDialog
        opened={asked === 'rotateKeys'}
        onClose={onClose}
        onConfirm={() => onStart({ type: 'rotateKeys' })}
        title={ofKeys('title', amount)}
        confirmLabel={ofKeys('button')}
        busy={busy}
      >
        {ofKeys('text')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'delete'}
        onClose={onClose}
        onConfirm={() => onStart({ type: 'delete' })}
        title={t('title', amount)}
        confirmLabel={t('button', amount)}
        danger
        busy={busy}
      >
        <Note tone="warning" title={t('warning')}>
          {t.rich('text', {
            call: getRestoreCall(),
            code: codeWords,
          })}
        </Note>
      </ConfirmDialog>
    </>
  );
}
