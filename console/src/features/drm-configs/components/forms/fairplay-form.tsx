import type { FairplayHdcp } from '@kinora/contract/drm-outputs';
import { useTranslations } from 'use-intl';
import { Form } from '../../../../ui/form/form.tsx';
import { FormErrors } from '../../../../ui/form/form-errors.tsx';
import { Select } from '../../../../ui/form/select.tsx';
import { checkFairplay, type FairplayForm } from '../../rules/forms.ts';
import classes from '../multi-drm.module.css';
import { KeyFileField } from './key-file-field.tsx';
import { FormEnd } from './form-end.tsx';
import { TextField } from './text-field.tsx';
import { type FieldsProps, useServiceForm } from './use-service-form.ts';

const FIELDS = [
  ...(['serviceName', 'hdcpType', 'certificate', 'privateKey'] as const),
  ...(['privateKeyPassphrase', 'ask'] as const),
];
const HDCP = ['none', 'type0', 'type1'] as const satisfies FairplayHdcp[];

function useFairplayForm({ config, onClose }: FieldsProps) {
  const { fairplayKsmConfig: current } = config;
  const isNew = current === null;
  return useServiceForm<FairplayForm, unknown>({
    config,
    service: 'fairplay',
    fields: FIELDS,
    isNew,
    onDone: onClose,
    stored: {
      serviceName: current?.serviceName ?? '',
      hdcpType: current?.hdcpType ?? 'none',
      certificate: null,
      privateKey: null,
      privateKeyPassphrase: '',
      ask: '',
    },
    check: (values) => checkFairplay(values, isNew),
    run: (save, { certificate, privateKey, privateKeyPassphrase, ask, ...others }) =>
      save.fairplay({
        ...others,
        ...(certificate && { certificate: certificate.text }),
        ...(privateKey && { privateKey: privateKey.text }),
        ...(ask.trim() !== '' && { ask: ask.trim() }),
        ...(privateKeyPassphrase !== '' && { privateKeyPassphrase }),
      }),
  });
}

/** Takes what Apple gives: a certificate, made from a private key, and an application secret key. */
export function FairplayFields({ config, onClose }: FieldsProps) {
  const t = useTranslations('drmConfigs');
  const form = useFairplayForm({ config, onClose });
  return (
    <Form form={form} className={classes.form}>
      <FormErrors />
      <TextField
        owner={form}
        path="serviceName"
        field={form.input('serviceName')}
        description={t('form.serviceNameHint')}
        placeholder={t('form.placeholder')}
        required
        data-autofocus
      />
      <SecretFields form={form} isNew={config.fairplayKsmConfig === null} />
      <Select
        {...form.at('hdcpType')}
        description={t('form.hdcpHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        choices={HDCP.map((value) => ({ value, label: t(`fairplayHdcp.${value}`) }))}
        value={form.values.hdcpType}
        onChange={(hdcpType) => form.set({ hdcpType })}
      />
      <FormEnd isPending={form.save.isPending} onClose={onClose} />
    </Form>
  );
}

type SecretProps = { form: ReturnType<typeof useFairplayForm>; isNew: boolean };

function SecretFields({ form, isNew }: SecretProps) {
  const t = useTranslations('drmConfigs.form');
  return (
    <div className={classes.group}>
      <div>
        <h3>{t('replaceTitle')}</h3>
        {!isNew && <p className={classes.hint}>{t('replaceHint')}</p>}
      </div>
      <KeyFileField
        field={form.at('certificate')}
        hint={t('certificateHint')}
        isRequired={isNew}
        accept=".cer,.crt,.der,.pem"
        value={form.values.certificate}
        onChange={(certificate) => form.set({ certificate })}
      />
      <KeyFileField
        field={form.at('privateKey')}
        hint={t('privateKeyHint')}
        isRequired={isNew}
        accept=".pem,.key"
        value={form.values.privateKey}
        onChange={(privateKey) => form.set({ privateKey })}
      />
      <TextField
        owner={form}
        path="privateKeyPassphrase"
        field={form.input('privateKeyPassphrase')}
        description={t('privateKeyPassphraseHint')}
        type="password"
        autoComplete="new-password"
      />
      <TextField
        owner={form}
        path="ask"
        field={form.input('ask')}
        description={t('askHint')}
        required={isNew}
      />
    </div>
  );
}
