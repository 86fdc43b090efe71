import type { AccessCheck } from '@kinora/contract/access-checks';
import { isSpokenAlone } from '@kinora/contract/request-id';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { toApiError } from '../../../base/api-error.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { checkAccess } from '../data.ts';
import { toRequestId } from '../rules.ts';
import { CheckLayout, FIELD_ORDER } from './check-layout.tsx';

/** Asks for the id that a viewer has sent. */
export function RequestCheck({ choice }: { choice: ReactNode }) {
  const t = useTranslations('accessChecks');
  const form = useRequestCheck();
  const { save } = form;
  const { error, ...field } = form.input('requestId');
  const isUnknown = save.isError && toApiError(save.error).status === 404;
  const isSpoken = isSpokenAlone(save.variables?.requestId ?? '');
  const problem = isSpoken ? 'requestIdSpoken' : 'requestIdUnknown';
  return (
    <CheckLayout form={form} check={save.data} choice={choice}>
      <TextInput
        {...field}
        error={error ?? (isUnknown ? t(`problems.${problem}`) : undefined)}
        description={t('fields.requestIdHint')}
        inputWrapperOrder={FIELD_ORDER}
        required
        autoComplete="off"
        spellCheck={false}
      />
    </CheckLayout>
  );
}

function useRequestCheck() {
  const t = useTranslations('accessChecks');
  const scope = useTeamScope();
  return useForm<{ requestId: string }, AccessCheck>({
    id: 'access-check',
    stored: { requestId: '' },
    labels: { requestId: t('fields.requestId') },
    problems: ({ requestId }) => ({
      requestId:
        toRequestId(requestId) === ''
          ? { text: t('problems.requestIdRequired'), waits: true }
          : undefined,
    }),
    run: ({ requestId }) => checkAccess(scope, { requestId: toRequestId(requestId) }),
    shownByPage: ({ status }) => status === 404,
    item: t('item'),
    // The question stays beside its answer.
    leaves: true,
    isNew: true,
  });
}
