import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { useHistoryAction } from '../../../ui/history-link.tsx';
import { Link } from '../../../ui/link.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { overlayImageQuery } from '../data.ts';
import classes from './overlay-list.module.css';
import { OverlayStage } from './overlay-stage.tsx';
import { useOverlayWords } from './overlay-words.ts';

type Props = { overlay: OverlayPreset; onDelete: (overlay: OverlayPreset) => void };

export function OverlayCard({ overlay, onDelete }: Props) {
  const t = useTranslations('overlayPresets');
  const ui = useTranslations('ui');
  const words = useOverlayWords();
  const history = useHistoryAction('overlayPreset');
  const { namespace } = useTeam();
  const { id, name, image } = overlay;
  const picture = useQuery(overlayImageQuery(useTeamScope(), id, image.version));
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | 'dots'>();
  const edit = paths.overlay(namespace, id);
  return (
    <li className={classes.card}>
      <OverlayStage
        label={t('stageOf', { name })}
        picture={picture.data}
        aspect={image.height / image.width}
        layout={overlay}
        opacityPercent={overlay.opacityPercent}
      />
      <div className={classes.words}>
        <div className={classes.text}>
          <h2 className={classes.name}>
            <Link to={edit}>{name}</Link>
          </h2>
          <p className={classes.facts}>{words(overlay)}</p>
          {overlay.isInUse && <StatusPill tone="info">{t('inUse')}</StatusPill>}
        </div>
        <RowMenu
          at={menuAt}
          setAt={setMenuAt}
          label={ui('actionsOf', { name })}
          items={[
            { label: ui('things.edit'), icon: IconPencil, to: edit },
            history(overlay.id),
            {
              label: ui('things.delete'),
              icon: IconTrash,
              danger: true,
              ...(overlay.isInUse && { disabledReason: t('inUse') }),
              onSelect: () => onDelete(overlay),
            },
          ]}
        />
      </div>
    </li>
  );
}
