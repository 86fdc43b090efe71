import type { AccessCheck } from '@kinora/contract/access-checks';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Form } from '../../../ui/form/form.tsx';
import type { AnyForm } from '../../../ui/form/use-form.ts';
import { CheckResult } from './check-result.tsx';
import classes from './check.module.css';

type Props = {
  form: AnyForm;
  check: AccessCheck | undefined;
  /** The check asked about this address; of a request's id the answer names it. */
  url?: string | undefined;
  /** Chooses another question. */
  choice: ReactNode;
  children: ReactNode;
};

/** A question beside its answer. */
export function CheckLayout({ form, check, url, choice, children }: Props) {
  const t = useTranslations('accessChecks');
  return (
    <FormPage
      asideLabel={t('result')}
      aside={
        <div aria-live="polite" className={classes.fields}>
          {check && <CheckResult check={check} url={url ?? check.refusal?.url} />}
        </div>
      }
    >
      <Form form={form}>
        <Card>
          <div className={classes.fields}>
            {choice}
            {children}
            <Button type="submit" loading={form.save.isPending} className={classes.submit}>
              {t('check')}
            </Button>
          </div>
        </Card>
      </Form>
    </FormPage>
  );
}

/** Help stands below its field. */
export const FIELD_ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  ...(['label', 'input', 'description', 'error'] as const),
];
