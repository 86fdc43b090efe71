import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { IconCopy, IconFolderPlus, IconPencil, IconStar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { DeleteThing } from '../../../ui/delete-thing.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { RemovableTable } from '../../../ui/removable-table.tsx';
import { useHistoryAction } from '../../../ui/history-link.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { SecondCell } from '../../../ui/table-cells.tsx';
import { type UseLinks, useUseWords } from '../../../ui/uses-list.tsx';
import { deleteRule, refreshRules, ruleUsesQuery, updateRule } from '../data.ts';
import { isEditHidden } from '../rules/form.ts';
import { useReachWords } from './reach-words.ts';

const links: UseLinks = {
  project: (teamName, key) => `${paths.projectDefaults(teamName, key)}#geoblocking`,
  video: (teamName, key, parentKey) => paths.video(teamName, parentKey, key, 'geo-blocking'),
};

export function RuleList({ rules }: { rules: readonly GeoblockRule[] }) {
  const t = useTranslations('geoblockRules');
  const ui = useTranslations('ui.things');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
    <RemovableTable
      label={t('title')}
      columns={useColumns()}
      rows={rules}
      nameOf={({ name }) => name}
      actions={useActions()}
      removeLabel={ui('delete')}
      whyKept={({ isTeamDefault }) => (isTeamDefault ? t('isDefaultKept') : undefined)}
      renderDialog={(rule, onClose) => (
        <DeleteThing
          thing={rule}
          onClose={onClose}
          item={t('item')}
          run={({ id }) => deleteRule(scope, id)}
          onDone={() => refreshRules(queryClient, scope)}
          text={ui('cannotUndo')}
          inUse={({ id }) => ({ text: t('inUse'), links, query: ruleUsesQuery(scope, id) })}
        />
      )}
    />
  );
}

function useColumns(): Column<GeoblockRule>[] {
  const t = useTranslations('geoblockRules');
  const ui = useTranslations('ui.things');
  const uses = useUseWords();
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
      header: ui('usedBy'),
      width: '190px',
      cell: ({ useCount }) => <SecondCell>{uses(useCount)}</SecondCell>,
    },
  ];
}

function useActions(): (rule: GeoblockRule) => RowAction[] {
  const t = useTranslations('geoblockRules');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const history = useHistoryAction('geoblockRule');
  const makeDefault = useSave({
    run: ({ id }: GeoblockRule) => updateRule(scope, id, { isTeamDefault: true }),
    item: t('item'),
    done: ({ name }) => t('madeDefault', { name }),
    onDone: () => refreshRules(queryClient, scope),
  });
  return (rule) => {
    const edit = {
      label: ui('things.edit'),
      icon: IconPencil,
      to: paths.geoblockRule(scope.teamName, rule.id),
    };
    const useInProject = {
      label: ui('useInProject'),
      icon: IconFolderPlus,
      to: paths.projectUse(scope.teamName),
      search: { rule: rule.id },
    };
    const duplicate = {
      label: ui('things.duplicate'),
      icon: IconCopy,
      to: paths.geoblockRuleCreate(scope.teamName),
      search: { from: rule.id },
    };
    const setDefault = {
      label: t('makeDefault'),
      icon: IconStar,
      onSelect: () => makeDefault.mutate(rule),
    };
    return [
      ...(isEditHidden(rule) ? [] : [edit]),
      useInProject,
      duplicate,
      ...(rule.isTeamDefault ? [] : [setDefault]),
      history(rule.id),
    ];
  };
}
