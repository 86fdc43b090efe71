import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { deleteRule, refreshRules } from '../data.ts';
import { RuleInUse } from './rule-in-use.tsx';

type Props = {
  /** Undefined closes the dialog. */
  rule: GeoblockRule | undefined;
  onClose: () => void;
};

/** Names what uses a rule, which has to stay then; asks about any other. */
export function DeleteRule({ rule, onClose }: Props) {
  return rule && isUsed(rule) ? (
    <RuleInUse rule={rule} onClose={onClose} />
  ) : (
    <AskedDelete rule={rule} onClose={onClose} />
  );
}

const isUsed = ({ usedBy }: GeoblockRule) => usedBy.projects + usedBy.videos > 0;

function AskedDelete({ rule, onClose }: Props) {
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
