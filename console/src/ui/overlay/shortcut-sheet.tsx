import { Switch } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { setPreference, usePreferences } from '../../base/preferences.ts';
import { showKeys, useShortcuts } from '../../base/shortcuts.ts';
import { Dialog } from '../dialog.tsx';
import classes from './shortcut-sheet.module.css';

/** Lists what keys do on this page, with the switch that turns single keys off. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('nav.keys');
  const shortcuts = useShortcuts();
  const { singleKeys } = usePreferences();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size={440}>
      <dl>
        {shortcuts.map(({ key, label }) => (
          <div
            key={key}
            className={classes.row}
            data-off={(singleKeys === 'off' && !key.startsWith('mod+')) || undefined}
          >
            <dt>{label}</dt>
            <dd>
              <kbd>{showKeys(key)}</kbd>
            </dd>
          </div>
        ))}
        <div className={classes.row}>
          <dt>{t('toasts')}</dt>
          <dd>
            <kbd>F6</kbd>
          </dd>
        </div>
      </dl>
      <Switch
        label={t('single')}
        description={t('singleHint')}
        checked={singleKeys === 'on'}
        onChange={(event) =>
          setPreference('singleKeys', event.currentTarget.checked ? 'on' : 'off')
        }
      />
    </Dialog>
  );
}
