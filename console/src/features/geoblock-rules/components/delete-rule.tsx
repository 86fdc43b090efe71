import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { deleteRule, refreshRules } from '../data.ts';

type Props = {
  /** Undefined closes the dialog. */
  rule: GeoblockRule | undefined;
  onClose: () => void;
};

/** Asks first; a rule that a project or a video uses stays, and the dialog says so. */
export function DeleteRule({ rule, onClose }: Props) {
  const t = useTranslations('geoblockRules');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
    <RemoveDialog
      thing={rule}
      onClose={onClose}
      run={({ id }) => deleteRule(scope, id)}
      done={t('delete.done')}
      onDone={() => refreshRules(queryClient, scope)}
      title={t('delete.title', { name: rule?.name ?? '' })}
      button={t('delete.button')}
      item={t('item')}
    >
      <p>{t('delete.text')}</p>
    </RemoveDialog>
  );
}
