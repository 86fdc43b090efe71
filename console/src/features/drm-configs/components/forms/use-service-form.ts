import type { DrmConfig } from '@kinora/contract/drm-configs';
import type { DrmService } from '@kinora/contract/drm-outputs';
import type words from '@kinora/i18n/en/drmConfigs.services';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useForm } from '../../../../ui/form/use-form.ts';
import { refreshDrm, saving } from '../../data.ts';
import type { Problem } from '../../rules/forms.ts';

export type FieldsProps = { config: DrmConfig; onClose: () => void };

type FieldName = keyof typeof words.fields;

type Options<Values, Output> = {
  config: DrmConfig;
  service: DrmService;
  stored: Values;
  fields: readonly FieldName[];
  isNew: boolean;
  check: (values: Values) => Record<string, Problem | undefined>;
  run: (save: ReturnType<typeof saving>, values: Values) => Promise<Output>;
  onDone: (output: Output) => void;
};

/** The form of one service, with its problems in words and its saving. */
export function useServiceForm<Values extends object, Output>(options: Options<Values, Output>) {
  const { config, service, fields, check, run, onDone, stored, isNew } = options;
  const t = useTranslations('drmConfigs');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return useForm<Values, Output>({
    id: `drm-${service}`,
    stored,
    isNew,
    leaves: true,
    labels: Object.fromEntries(fields.map((field) => [field, t(`fields.${field}`)])),
    problems: (values) =>
      Object.fromEntries(
        Object.entries<Problem | undefined>(check(values)).map(([field, problem]) => [
          field,
          problem && { text: t(`problems.${problem}`), waits: true },
        ]),
      ),
    run: (values) => run(saving(scope, config), values),
    item: t('form.item'),
    done: t('form.done', { service: t(`devices.names.${service}`) }),
    onDone: async (output) => {
      onDone(output);
      await refreshDrm(queryClient, scope);
    },
  });
}
