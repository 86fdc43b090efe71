import type { Preset } from '@kinora/contract/presets';
import { IconCopy, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { useHistoryAction } from '../../../ui/history-link.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { DateCell, SecondCell } from '../../../ui/table-cells.tsx';
import { findFixedReason } from '../rules/access.ts';
import { groupByModel, MODEL_LABELS } from '../rules/models.ts';
import { DeletePreset } from './delete-preset.tsx';
import { PresetBadges } from './preset-badges.tsx';
import { usePresetLines } from './preset-words.ts';
import classes from './preset-list.module.css';

/** Presets below the delivery model that they are for. */
export function PresetList({ presets }: { presets: readonly Preset[] }) {
  const t = useTranslations('presets');
  const ui = useTranslations('ui');
  const columns = useColumns();
  const [deleting, setDeleting] = useState<Preset>();
  const actions = useActions(setDeleting);
  return (
    <div className={classes.stack}>
      {groupByModel(presets).map(([model, rows]) => (
        <section key={model} aria-labelledby={`presets-${model}`}>
          <h2 id={`presets-${model}`}>{MODEL_LABELS[model]}</h2>
          <p className={classes.modelText}>{t(`models.${model}`)}</p>
          <DataTable
            label={MODEL_LABELS[model]}
            columns={columns}
            rows={rows}
            rowKey={(preset) => preset.id}
            actions={actions}
            actionsLabel={({ name }) => ui('actionsOf', { name })}
          />
        </section>
      ))}
      <DeletePreset preset={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}

function useColumns(): Column<Preset>[] {
  const t = useTranslations('presets.list');
  const ui = useTranslations('ui.things');
  const lines = usePresetLines();
  const { teamName } = useTeamScope();
  return [
    {
      key: 'name',
      header: t('name'),
      phone: 'lead',
      width: '34%',
      cell: (preset) => (
        <NameCell name={preset.name} to={paths.preset(teamName, preset.id)}>
          <PresetBadges preset={preset} />
        </NameCell>
      ),
    },
    {
      key: 'makes',
      header: t('makes'),
      phone: 'plain',
      cell: (preset) => (
        <span className={classes.lines}>
          {lines(preset).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      ),
    },
    {
      key: 'use',
      header: ui('usedBy'),
      width: '140px',
      cell: ({ isInUse, usedBy: { projects: count } }) => (
        <SecondCell>{t('users', { count, isInUse: String(isInUse) })}</SecondCell>
      ),
    },
    {
      key: 'updated',
      header: t('updated'),
      width: '130px',
      wide: true,
      cell: ({ updatedAt }) => <DateCell at={updatedAt} />,
    },
  ];
}

function useActions(onDelete: (preset: Preset) => void): (preset: Preset) => RowAction[] {
  const t = useTranslations('presets');
  const ui = useTranslations('ui.things');
  const { namespace } = useTeam();
  const history = useHistoryAction('preset');
  return (preset) => {
    const fixed = findFixedReason(preset);
    const open: RowAction = {
      label: fixed === undefined ? ui('edit') : t('actions.view'),
      icon: fixed === undefined ? IconPencil : IconEye,
      to: paths.preset(namespace, preset.id),
    };
    return [
      open,
      {
        label: ui('duplicate'),
        icon: IconCopy,
        to: paths.presetCreate(namespace),
        search: { from: preset.id },
      },
      history(preset.id),
      {
        label: ui('delete'),
        icon: IconTrash,
        danger: true,
        ...(fixed !== undefined && { disabledReason: t(`delete.${fixed}`) }),
        onSelect: () => onDelete(preset),
      },
    ];
  };
}
