import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { FormErrors } from '../../../../ui/form/form-errors.tsx';
import { Note } from '../../../../ui/note.tsx';
import { checkPlayready, type PlayreadyForm } from '../../rules/forms.ts';
import classes from '../multi-drm.module.css';
import { FormEnd } from './form-end.tsx';
import { TextField } from './text-field.tsx';
import { type FieldsProps, useServiceForm } from './use-service-form.ts';

const FIELDS = ['serviceName', 'licenseUrl', 'secret'] as const;

/** Where PlayReady's licence server is, and the secret that it and edges share. */
export function PlayreadyFields({ config, onClose }: FieldsProps) {
  const [secret, setSecret] = useState<string>();
  return secret === undefined ? (
    <Fields
      config={config}
      onClose={onClose}
      onDone={(made) => (made === null ? onClose() : setSecret(made))}
    />
  ) : (
    <MadeSecret secret={secret} onClose={onClose} />
  );
}

type Props = FieldsProps & { onDone: (secret: string | null) => void };

function Fields({ config, onClose, onDone }: Props) {
  const t = useTranslations('drmConfigs.form');
  const { playreadyProxyConfig: current } = config;
  const form = useServiceForm<PlayreadyForm, { secret: string | null }>({
    config,
    service: 'playready',
    fields: FIELDS,
    isNew: current === null,
    stored: {
      serviceName: current?.serviceName ?? '',
      licenseUrl: current?.licenseUrl ?? '',
      secret: '',
    },
    check: checkPlayready,
    run: (save, { secret, ...others }) =>
      save.playready({ ...others, ...(secret.trim() !== '' && { secret: secret.trim() }) }),
    onDone: ({ secret }) => onDone(secret),
  });
  const hints = {
    serviceName: t('serviceNameHint'),
    licenseUrl: t('playreadyUrlHint'),
    secret: t(current === null ? 'secretHint' : 'secretKept'),
  };
  return (
    <Form form={form} className={classes.form}>
      <FormErrors />
      {FIELDS.map((path) => (
        <TextField
          key={path}
          owner={form}
          path={path}
          field={form.input(path)}
          description={hints[path]}
          required={path !== 'secret'}
          {...(path === 'serviceName' && { 'data-autofocus': true })}
          {...(path === 'licenseUrl' && { inputMode: 'url', placeholder: 'https://' })}
        />
      ))}
      <FormEnd isPending={form.save.isPending} onClose={onClose} />
    </Form>
  );
}

function MadeSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const fields = useTranslations('drmConfigs.fields');
  const t = useTranslations('drmConfigs.form');
  return (
    <div className={classes.form}>
      <Note tone="warning" title={t('secretMade')}>
        {t('secretMadeText')}
      </Note>
      <CopyField label={fields('secret')} value={secret} copyLabel={t('copySecret')} wrap />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </div>
  );
}
