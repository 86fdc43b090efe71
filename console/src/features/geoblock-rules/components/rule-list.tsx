import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { IconCopy, IconFolderPlus, IconPencil, IconStar, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { refreshRules, updateRule } from '../data.ts';
import { isEditHidden } from '../rules/form.ts';
import { useReachWords } from './reach-words.ts';
import { DeleteRule } from './delete-rule.tsx';
import classes from './rule-list.module.css';

export function RuleList({ rules }: { rules: readonly GeoblockRule[] }) {
  const t = useTranslations('geoblockRules');
  const ui = useTranslations('ui');
  const [deleting, setDeleting] = useState<GeoblockRule>();
  const columns = useColumns();
  const actions = useActions(setDeleting);
  return (
    <>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={[...rules]}
        rowKey={({ id }) => id}
        actions={actions}
        actionsLabel={({ name }) => ui('actionsOf', { name })}
      />
      <DeleteRule rule={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

/** Says what uses a rule. */
function useUseWords(): (usedBy: GeoblockRule['usedBy']) => string {
  const t = useTranslations('geoblockRules');
  const ui = useTranslations('ui');
  return ({ projects, videos }) => {
    if (projects > 0 && videos > 0) return t('use.both', { projects, videos });
    if (projects > 0) return t('use.projects', { projects });
    return videos > 0 ? t('use.videos', { videos }) : ui('things.unused');
  };
}

function useColumns(): Column<GeoblockRule>[] {
  const t = useTranslations('geoblockRules');
  const ui = useTranslations('ui');
  const words = useUseWords();
  const reach = useReachWords();
  const { namespace } = useTeam();
  return [
    {
      key: 'name',
      header: t('fields.name'),
      phone: 'lead',
      width: '30%',
      cell: (rule) => (
        <NameCell
          name={rule.name}
          to={isEditHidden(rule) ? undefined : paths.geoblockRule(namespace, rule.id)}
        >
          {rule.isTeamDefault && <StatusPill tone="info">{t('isDefault')}</StatusPill>}
        </NameCell>
      ),
    },
    {
      key: 'reach',
      header: t('whoWatches'),
      phone: 'plain',
      cell: (rule) => reach(rule),
    },
    {
      key: 'use',
      header: ui('things.usedBy'),
      width: '190px',
      cell: ({ usedBy }) => <span className={classes.second}>{words(usedBy)}</span>,
    },
  ];
}

function useActions(onDelete: (rule: GeoblockRule) => void): (rule: GeoblockRule) => RowAction[] {
  const t = useTranslations('geoblockRules');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const makeDefault = useSave({
    run: ({ id }: GeoblockRule) => updateRule(scope, id, { isTeamDefault: true }),
    item: t('item'),
    done: ({ name }) => t('madeDefault', { name }),
    onDone: () => refreshRules(queryClient, scope),
  });
  return (rule) => {
    return [
      ...(isEditHidden(rule)
        ? []
        : [
            {
              label: ui('things.edit'),
              icon: IconPencil,
              to: paths.geoblockRule(scope.teamName, rule.id),
            },
          ]),
      {
        label: ui('useInProject'),
        icon: IconFolderPlus,
        onSelect: () => {
          void navigate({ to: paths.projectUse(scope.teamName), search: { rule: rule.id } });
        },
      },
      {
        label: ui('things.duplicate'),
        icon: IconCopy,
        onSelect: () => {
          const to = paths.geoblockRuleCreate(scope.teamName);
          void navigate({ to, search: { from: rule.id } });
        },
      },
      ...(rule.isTeamDefault
        ? []
        : [
            {
              label: t('makeDefault'),
              icon: IconStar,
              onSelect: () => makeDefault.mutate(rule),
            },
          ]),
      {
        label: t('delete.action'),
        icon: IconTrash,
        danger: true,
        ...(rule.isTeamDefault && { disabledReason: t('delete.isDefault') }),
        onSelect: () => onDelete(rule),
      },
    ];
  };
}
