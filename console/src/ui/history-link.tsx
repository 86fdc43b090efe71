import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../base/team-scope.ts';
import { paths } from '../paths.ts';
import { Link } from './link.tsx';
import type { RowAction } from './row-action.ts';

/** The line of a row's menu that leads to the history of its thing, by the thing's id. */
export function useHistoryAction(type: string): (id: string) => RowAction {
  const t = useTranslations('ui.things');
  const { teamName } = useTeamScope();
  return (id) => ({
    label: t('history'),
    icon: IconHistory,
    to: paths.thingHistory(teamName, type, id),
  });
}

/** The same in the head of the thing's page. */
export function HistoryButton({ type, id }: { type: string; id: string }) {
  const t = useTranslations('ui.things');
  const { teamName } = useTeamScope();
  return (
    <Button
      component={Link}
      to={paths.thingHistory(teamName, type, id)}
      variant="default"
      leftSection={<IconHistory size={17} stroke={1.8} aria-hidden />}
    >
      {t('history')}
    </Button>
  );
}
