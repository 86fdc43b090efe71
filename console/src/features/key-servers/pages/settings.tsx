import type { KeyServer } from '@kinora/contract/key-servers';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { CardColumn } from '../../../ui/form-page.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useAskedSave } from '../../../ui/form/use-asked-save.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { UsedBy } from '../components/used-by.tsx';
import { changes, useKeyServer, useShowKeyServer } from '../data.ts';
import {
  checkForm,
  FIELDS,
  type KeyServerForm,
  toChange,
  toFieldPath,
  toForm,
} from '../rules/form.ts';
import { isConfigured, listChoices } from '../rules/state.ts';
import classes from '../components/key-servers.module.css';

/** Shows where the server is asked, and with what. */
export function SettingsPage() {
  const server = useKeyServer();
  return <Settings key={server.id} server={server} />;
}

function useSettingsForm(server: KeyServer) {
  const t = useTranslations('keyServers');
  const scope = useTeamScope();
  const show = useShowKeyServer();
  return useForm<KeyServerForm, KeyServer>({
    id: 'key-server',
    stored: toForm(server),
    labels: Object.fromEntries(FIELDS.map((field) => [field, t(`fields.${field}`)])),
    fieldOf: toFieldPath,
    problems: (typed) =>
      Object.fromEntries(
        Object.entries(checkForm(typed)).map(([field, problem]) => [
          field,
          { text: t(`problems.${problem}`), waits: problem !== 'tooLong' },
        ]),
      ),
    run: (typed) => changes(scope, server.id).update(toChange(typed)),
    item: t('item'),
    done: t('settings.saved'),
    onDone: async (saved) => {
      await show(saved);
      // A test follows saved changes; without both endpoints there is nothing to test.
      if (!isConfigured(saved)) return;
      await navigate({
        to: paths.keyServer(scope.teamName, server.id, 'test'),
        ignoreBlocker: true,
      });
    },
  });
}

function Settings({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers');
  const form = useSettingsForm(server);
  const stops = server.status === 'active' && listChoices(server).length > 0;
  const { question, onSave, close, confirm } = useAskedSave(form, () =>
    stops && form.isDirty && form.check(FIELDS) ? true : undefined,
  );
  return (
    <Form form={form} isPage onSave={onSave}>
      <CardColumn>
        <FormErrors />
        <EndpointsCard form={form} />
        <SecretsCard form={form} />
        <SaveBar />
        <ConfirmDialog
          opened={question !== undefined}
          onClose={close}
          onConfirm={() => void confirm()}
          busy={form.save.isPending}
          title={t('settings.stops')}
          confirmLabel={t('settings.saveAnyway')}
        >
          <p>{t('settings.stopsText')}</p>
          <UsedBy server={server} />
        </ConfirmDialog>
      </CardColumn>
    </Form>
  );
}

type CardProps = { form: ReturnType<typeof useSettingsForm> };

function EndpointsCard({ form }: CardProps) {
  const t = useTranslations('keyServers');
  return (
    <Card title={t('settings.endpoints')} note={t('settings.endpointsNote')}>
      <div className={classes.fields}>
        {(['encodingEndpoint', 'playbackEndpoint'] as const).map((field) => (
          <Field key={field} form={form} field={field} />
        ))}
      </div>
    </Card>
  );
}

function SecretsCard({ form }: CardProps) {
  const t = useTranslations('keyServers');
  return (
    <Card title={t('settings.secrets')} note={t('settings.secretsNote')}>
      <div className={classes.fields}>
        {(['secretHeaderName', 'encoderSecret', 'tokenSecret'] as const).map((field) => (
          <Field key={field} form={form} field={field} />
        ))}
      </div>
    </Card>
  );
}

function Field({ form, field }: CardProps & { field: keyof KeyServerForm }) {
  const t = useTranslations('keyServers');
  const isEndpoint = field.endsWith('Endpoint');
  const isSecret = field.endsWith('Secret');
  return (
    <TextInput
      {...form.input(field)}
      description={t(`hints.${field}`)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onBlur={() => form.touch(field)}
      autoComplete="off"
      spellCheck={false}
      translate="no"
      {...(isEndpoint && { inputMode: 'url', placeholder: 'https://' })}
      {...(isSecret && { placeholder: t('settings.kept') })}
    />
  );
}
