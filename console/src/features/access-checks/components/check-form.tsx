import type { AccessCheck } from '@kinora/contract/access-checks';
import { Button, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import columns from '../../../ui/columns.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useCountryChoices } from '../../geoblock-rules/components/country-picker.tsx';
import { checkAccess } from '../data.ts';
import { type CheckForm, EMPTY_CHECK, toInput } from '../rules.ts';
import { CheckResult } from './check-result.tsx';
import classes from './check.module.css';

/** Asks for what is known of a viewer, and shows what each rule says of them. */
export function CheckFormView() {
  const t = useTranslations('accessChecks');
  const form = useCheck();
  const { values, set, at, save } = form;
  const countries = useCountryChoices();
  return (
    <div className={`${columns.root} ${classes.columns}`}>
      <Form form={form} className={classes.form}>
        <Card>
          <div className={classes.fields}>
            <TextInput
              {...form.input('url')}
              description={t('fields.urlHint')}
              inputWrapperOrder={ORDER}
              required
              autoComplete="off"
              inputMode="url"
            />
            <Select
              {...at('country')}
              description={t('fields.countryHint')}
              inputWrapperOrder={ORDER}
              searchable
              placeholder={t('fields.countryPlaceholder')}
              choices={[{ value: '', label: t('fields.anyCountry') }, ...countries]}
              value={values.country ?? ''}
              onChange={(country) => set({ country: country === '' ? null : country })}
            />
            <TextInput {...form.input('ip')} placeholder="203.0.113.7" autoComplete="off" />
            <TextInput
              {...form.input('referrer')}
              description={t('fields.referrerHint')}
              inputWrapperOrder={ORDER}
              placeholder="https://www.example.com/lesson"
              autoComplete="off"
            />
            <TextInput
              {...form.input('at')}
              type="datetime-local"
              description={t('fields.atHint')}
              inputWrapperOrder={ORDER}
            />
            <Button type="submit" loading={save.isPending} className={classes.submit}>
              {t('check')}
            </Button>
          </div>
        </Card>
      </Form>
      <div aria-live="polite">{save.data && <CheckResult check={save.data} />}</div>
    </div>
  );
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  ...(['label', 'input', 'description', 'error'] as const),
];

function useCheck() {
  const t = useTranslations('accessChecks');
  const scope = useTeamScope();
  return useForm<CheckForm, AccessCheck>({
    id: 'access-check',
    stored: EMPTY_CHECK,
    labels: {
      ...{ url: t('fields.url'), country: t('fields.country'), ip: t('fields.ip') },
      ...{ referrer: t('fields.referrer'), at: t('fields.at') },
    },
    problems: ({ url }) => ({
      url: url.trim() === '' ? { text: t('problems.urlRequired'), waits: true } : undefined,
    }),
    run: (typed) => checkAccess(scope, toInput(typed)),
    item: t('item'),
    // The question stays beside its answer.
    leaves: true,
    isNew: true,
  });
}
