import { useTranslations } from 'use-intl';
import { useSave } from '../../../base/use-save.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { cancelUpload } from '../data/queue.ts';
import type { UploadItem } from '../data/store.ts';

type Props = { item: UploadItem | undefined; onClose: () => void };

/** Asks before an upload is thrown away, since what was sent can't be had back. */
export function CancelDialog({ item, onClose }: Props) {
  const t = useTranslations('uploads');
  const save = useSave({
    run: (key: string) => cancelUpload(key),
    onDone: onClose,
    shownByPage: () => true,
  });
  const close = () => {
    save.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={item !== undefined}
      onClose={close}
      onConfirm={() => item && save.mutate(item.key)}
      title={t('cancelling.title', { title: item?.settings.title ?? '' })}
      confirmLabel={t('cancelling.button')}
      danger
      busy={save.isPending}
      error={save.error}
      item={t('item')}
    >
      <p>{t('cancelling.text')}</p>
    </ConfirmDialog>
  );
}
