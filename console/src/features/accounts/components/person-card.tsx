import { ACCOUNT_NAME_LETTERS } from '@kinora/contract/bounds';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../base/error-text.ts';
import { meQuery, useMe } from '../../../base/session.ts';
import { useSave } from '../../../base/use-save.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { setName } from '../data.ts';

/** Name and address of the account. */
export function PersonCard() {
  const t = useTranslations('accounts.profile');
  const me = useMe();
  const queryClient = useQueryClient();
  const save = useSave({
    run: setName,
    done: t('nameSaved'),
    onDone: (account) => {
      queryClient.setQueryData(meQuery.queryKey, (before) => before && { ...before, account });
    },
  });
  if (!me) return null;
  return (
    <Card title={t('person')}>
      <Facts>
        <dt>{t('name')}</dt>
        <dd>
          <InlineEdit
            label={t('name')}
            editLabel={t('editName')}
            value={me.account.name}
            {...ACCOUNT_NAME_LETTERS}
            onSave={save.mutateAsync}
            error={toFieldErrors(save.error)['name']}
          />
        </dd>
        <dt>{t('email')}</dt>
        <dd>{me.account.email}</dd>
      </Facts>
    </Card>
  );
}
