import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { showKeys } from '../../base/shortcuts.ts';
import classes from './search-button.module.css';

type Props = {
  onClick: () => void;
  /** Only the icon, where the words have no place. */
  isSmall?: boolean;
};

const KEYS = showKeys('mod+k');

/** Opens the search for everything. */
export function SearchButton({ onClick, isSmall = false }: Props) {
  const t = useTranslations('nav');
  return (
    <button
      type="button"
      className={isSmall ? classes.small : classes.root}
      aria-label={isSmall ? t('search') : undefined}
      aria-haspopup="dialog"
      aria-keyshortcuts={KEYS.startsWith('⌘') ? 'Meta+K' : 'Control+K'}
      onClick={onClick}
    >
      <IconSearch size={isSmall ? 20 : 16} stroke={1.7} aria-hidden />
      {!isSmall && (
        <>
          <span className={classes.words}>{t('search')}</span>
          <kbd className={classes.keys} aria-hidden>
            {KEYS}
          </kbd>
        </>
      )}
    </button>
  );
}
