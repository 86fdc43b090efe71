import { type ComponentType, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NavSection } from '../../../ui/frame/nav-groups.ts';
import { SearchDialog } from '../../../ui/search-dialog.tsx';
import { loadBothWords } from '../data.ts';
import { PalettePanel } from './palette-panel.tsx';
import { useActions } from './use-actions.ts';

type Props = { opened: boolean; onClose: () => void; sections: readonly NavSection[] };

/** The palette, once it has the words by which things are found. */
export async function loadPalette(): Promise<ComponentType<Props>> {
  await loadBothWords();
  return Palette;
}

/** Finds all that one may open or do, by typing a part of its name. */
function Palette({ opened, onClose, sections }: Props) {
  const t = useTranslations('nav');
  // An action may go on after the dialog has gone.
  const actions = useActions(opened);
  const [openings, setOpenings] = useState({ opened, count: 0 });
  if (opened !== openings.opened) setOpenings({ opened, count: openings.count + 1 });
  return (
    <SearchDialog opened={opened} onClose={onClose} label={t('search')}>
      <PalettePanel
        // While it fades away it can be opened again, and is empty then.
        key={Math.ceil(openings.count / 2)}
        opened={opened}
        sections={sections}
        actions={actions}
        onClose={onClose}
      />
    </SearchDialog>
  );
}
