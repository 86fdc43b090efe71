import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../base/error-text.ts';
import { CopyButton } from '../copy-button.tsx';
import { Link } from '../link.tsx';
import { FormBar, FormEnd } from './form-bar.tsx';
import { useFormScope } from './form.tsx';

/** The bar of a form for stored values: it appears with the first change and goes with the last. */
export function SaveBar() {
  const t = useTranslations('ui');
  const { htmlId, isDirty, tellsSaved: isSaved, save, discard } = useFormScope();
  const status = useStatus();
  if (!isDirty && !save.isPending && !isSaved) return null;
  return (
    <FormBar
      tone={status === undefined && isSaved ? 'success' : status?.tone}
      status={
        status?.words ??
        (isSaved ? (
          <>
            <IconCheck size={16} stroke={2} aria-hidden />
            {t('form.saved')}
          </>
        ) : (
          t('form.unsaved')
        ))
      }
    >
      {!isSaved && (
        <>
          <Button variant="default" disabled={save.isPending} onClick={discard}>
            {t('form.discard')}
          </Button>
          <Button type="submit" form={htmlId} loading={save.isPending}>
            {t('save')}
          </Button>
        </>
      )}
    </FormBar>
  );
}

type CreateEndProps = {
  label: string;
  /** Leads back to the list, beside the button. */
  cancel?: { to: string };
  /** Stands there instead. */
  back?: ReactNode;
};

/** Ends a form that makes a new thing. */
export function CreateEnd({ label, cancel, back }: CreateEndProps) {
  const t = useTranslations('ui');
  const { save } = useFormScope();
  const status = useStatus();
  return (
    <FormEnd tone={status?.tone} status={status?.words}>
      <Button type="submit" loading={save.isPending}>
        {label}
      </Button>
      {cancel && (
        <Button component={Link} {...cancel} variant="default">
          {t('cancel')}
        </Button>
      )}
      {back}
    </FormEnd>
  );
}

/** Says why the last save failed, or how much keeps the next one; undefined where nothing is wrong. */
function useStatus(): { tone: 'danger'; words: ReactNode } | undefined {
  const t = useTranslations('ui');
  const describe = useErrorText();
  const { save, item, refused, problemCount, showFailures } = useFormScope();
  useEffect(showFailures, [showFailures]);
  if (problemCount > 0) {
    return { tone: 'danger', words: t('form.problemsLeft', { count: problemCount }) };
  }
  if (save.error === null || save.error === undefined) return undefined;
  const { title, detail, reference } = describe(save.error, { item, action: 'save' });
  // The refused fields are marked and listed in the form.
  if (Object.keys(refused).length > 0) return { tone: 'danger', words: title };
  return {
    tone: 'danger',
    words: (
      <>
        <strong>{title}</strong> {detail}
        {reference !== '' && (
          <>
            {' '}
            <span translate="no">{reference}</span>
            <CopyButton value={reference} label={t('copyReference')} small />
          </>
        )}
      </>
    ),
  };
}
