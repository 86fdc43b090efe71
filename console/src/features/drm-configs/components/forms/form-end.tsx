import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import dialog from '../../../../ui/dialog.module.css';
import classes from '../multi-drm.module.css';

type Props = { isPending: boolean; onClose: () => void };

/** Says how secrets are kept, and saves. */
export function FormEnd({ isPending, onClose }: Props) {
  const t = useTranslations('drmConfigs.form');
  const ui = useTranslations('ui');
  return (
    <>
      <p className={classes.hint}>{t('sealed')}</p>
      <div className={dialog.footer}>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('save')}
        </Button>
      </div>
    </>
  );
}
