import type { AccessCheck } from '@kinora/contract/access-checks';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Select } from '../../../ui/form/select.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useCountryChoices } from '../../geoblock-rules/components/country-picker.tsx';
import { checkAccess } from '../data.ts';
import { type CheckForm, EMPTY_CHECK, readCheckSearch, toInput } from '../rules.ts';
import { CheckLayout, FIELD_ORDER } from './check-layout.tsx';
import classes from './check.module.css';

/** Asks for the known facts about a viewer. */
export function ViewerCheck({ choice }: { choice: ReactNode }) {
  const t = useTranslations('accessChecks');
  const [isOpen, setOpen] = useState(false);
  const form = useViewerCheck(() => setOpen(true));
  const { values, set, at, save } = form;
  const countries = useCountryChoices();
  return (
    <CheckLayout form={form} check={save.data} url={save.variables?.url} choice={choice}>
      <TextInput
        {...form.input('url')}
        description={t('fields.urlHint')}
        inputWrapperOrder={FIELD_ORDER}
        required
        autoComplete="off"
        inputMode="url"
      />
      <Select
        {...at('country')}
        description={t('fields.countryHint')}
        inputWrapperOrder={FIELD_ORDER}
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
        inputWrapperOrder={FIELD_ORDER}
        placeholder="https://www.example.com/lesson"
        autoComplete="off"
      />
      <details
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className={classes.more}
      >
        <summary>{t('fields.more')}</summary>
        <div className={classes.fields}>
          <TextInput
            {...form.input('at')}
            type="datetime-local"
            description={t('fields.atHint')}
            inputWrapperOrder={FIELD_ORDER}
          />
          <TextInput
            {...form.input('userAgent')}
            description={t('fields.userAgentHint')}
            inputWrapperOrder={FIELD_ORDER}
            placeholder="Mozilla/5.0 …"
            autoComplete="off"
          />
        </div>
      </details>
    </CheckLayout>
  );
}

function useViewerCheck(openMore: () => void) {
  const t = useTranslations('accessChecks');
  const scope = useTeamScope();
  const [asked] = useSearchParams(readCheckSearch);
  return useForm<CheckForm, AccessCheck>({
    id: 'access-check',
    stored: { ...EMPTY_CHECK, ...asked },
    labels: {
      url: t('fields.url'),
      country: t('fields.country'),
      ip: t('fields.ip'),
      referrer: t('fields.referrer'),
      userAgent: t('fields.userAgent'),
      at: t('fields.at'),
    },
    problems: ({ url }) => ({
      url: url.trim() === '' ? { text: t('problems.urlRequired'), waits: true } : undefined,
    }),
    reveal: (paths) => {
      if (paths.some((path) => path === 'at' || path === 'userAgent')) openMore();
    },
    run: (typed) => checkAccess(scope, toInput(typed)),
    item: t('item'),
    // The question stays beside its answer.
    leaves: true,
    isNew: true,
  });
}
