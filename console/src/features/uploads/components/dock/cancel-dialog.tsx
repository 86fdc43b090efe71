import { useTranslations } from 'use-intl';
import { RemoveDialog } from '../../../../ui/remove-dialog.tsx';
import { cancelUpload } from '../../data/queue.ts';
import type { UploadItem } from '../../data/store.ts';

type Props = { item: UploadItem | undefined; onClose: () => void };

/** Asks before an upload is cancelled, since the sent bytes are lost then. */
export function CancelDialog({ item, onClose }: Props) {
  const t = useTranslations('uploads');
  return (
    <RemoveDialog
      thing={item}
      onClose={onClose}
      run={({ key }) => cancelUpload(key)}
      title={t('cancelling.title', { title: item?.settings.title ?? '' })}
      button={t('cancelling.button')}
      item={t('item')}
    >
      <p>{t('cancelling.text')}</p>
    </RemoveDialog>
  );
}
