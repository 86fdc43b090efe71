import { WidevineHdcp } from '@kinora/contract/drm-outputs';
import { useTranslations } from 'use-intl';
import { Form } from '../../../../ui/form/form.tsx';
import { FormErrors } from '../../../../ui/form/form-errors.tsx';
import { Select } from '../../../../ui/form/select.tsx';
import { checkWidevine, type WidevineForm } from '../../rules/forms.ts';
import classes from '../multi-drm.module.css';
import { FormEnd } from './form-end.tsx';
import { TextField } from './text-field.tsx';
import { type FieldsProps, useServiceForm } from './use-service-form.ts';

const TEXTS = ['serviceName', 'provider', 'licenseUrl', 'signingKey', 'signingIv'] as const;
const FIELDS = [...TEXTS, 'emeLevel', 'hdcp'] as const;
const LEVELS = ['1', '2', '3', '4', '5'] as const;

function useWidevineForm({ config, onClose }: FieldsProps) {
  const { widevineProxyConfig: current } = config;
  const isNew = current === null;
  return useServiceForm<WidevineForm, unknown>({
    config,
    service: 'widevine',
    fields: FIELDS,
    isNew,
    onDone: onClose,
    stored: {
      serviceName: current?.serviceName ?? '',
      provider: current?.provider ?? '',
      licenseUrl: current?.licenseUrl ?? '',
      signingKey: '',
      signingIv: '',
      emeLevel: LEVELS.find((level) => level === String(current?.emeLevel)) ?? '1',
      hdcp: current?.hdcp ?? 'HDCP_NONE',
    },
    check: (values) => checkWidevine(values, isNew),
    run: (save, { emeLevel, signingKey, signingIv, ...others }) =>
      save.widevine({
        ...others,
        emeLevel: Number(emeLevel),
        ...(signingKey.trim() !== '' && { signingKey: signingKey.trim() }),
        ...(signingIv.trim() !== '' && { signingIv: signingIv.trim() }),
      }),
  });
}

/** Takes what Google or a provider gives: a name, an address, and the keys that sign requests. */
export function WidevineFields({ config, onClose }: FieldsProps) {
  const t = useTranslations('drmConfigs');
  const form = useWidevineForm({ config, onClose });
  const isNew = config.widevineProxyConfig === null;
  const hints = {
    serviceName: t('form.serviceNameHint'),
    provider: t('form.providerHint'),
    licenseUrl: t('form.widevineUrlHint'),
    signingKey: t('form.signingKeyHint'),
    signingIv: t('form.signingIvHint'),
  };
  return (
    <Form form={form} className={classes.form}>
      <FormErrors />
      {TEXTS.map((path) => (
        <TextField
          key={path}
          owner={form}
          path={path}
          field={form.input(path)}
          description={hints[path]}
          required={isNew || !path.startsWith('signing')}
          {...(path === 'serviceName' && { 'data-autofocus': true })}
          {...(path === 'licenseUrl' && { inputMode: 'url', placeholder: 'https://' })}
          {...(path.startsWith('signing') && !isNew && { placeholder: t('form.kept') })}
        />
      ))}
      <Select
        {...form.at('emeLevel')}
        description={t('form.emeLevelHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        choices={LEVELS.map((value) => ({ value, label: t(`levels.${value}`) }))}
        value={form.values.emeLevel}
        onChange={(emeLevel) => form.set({ emeLevel })}
      />
      <Select
        {...form.at('hdcp')}
        description={t('form.hdcpHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        choices={WidevineHdcp.options.map((value) => ({
          value,
          label: t(`widevineHdcp.${value}`),
        }))}
        value={form.values.hdcp}
        onChange={(hdcp) => form.set({ hdcp })}
      />
      <FormEnd isPending={form.save.isPending} onClose={onClose} />
    </Form>
  );
}
