import type { Preset } from '@kinora/contract/presets';
import type { Project } from '@kinora/contract/projects';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../../base/error-text.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { ChoiceCards } from '../../../../ui/choice-cards.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Form } from '../../../../ui/form/form.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { usePresetLines } from '../../../presets/components/preset-words.ts';
import { presetsQuery, refreshPresets } from '../../../presets/data.ts';
import { MODEL_LABELS } from '../../../presets/rules/models.ts';
import { projectQuery, refreshProjects, updateProject } from '../../data.ts';
import { ChoicesSkeleton } from '../choices-skeleton.tsx';
import classes from './preset-section.module.css';

type Props = { project: Project; opened: boolean; onClose: () => void };

/** Chooses another default preset. A refusal is shown inside, by its status. */
export function ChangePreset({ project, opened, onClose }: Props) {
  const t = useTranslations('presets');
  const presets = useQuery({ ...presetsQuery(useTeamScope()), enabled: opened });
  const form = useChange(project, onClose);
  const close = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('project.dialogTitle')}
      size={560}
      busy={form.save.isPending}
    >
      {opened && (
        <Loaded query={presets} skeleton={<ChoicesSkeleton />} item={t('item')}>
          {({ data }) => <Choices presets={data} form={form} onClose={close} />}
        </Loaded>
      )}
    </Dialog>
  );
}

function useChange(project: Project, onDone: () => void) {
  const t = useTranslations();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return useForm({
    id: 'project-preset',
    stored: { presetId: project.presetId },
    labels: {},
    run: ({ presetId }) => updateProject(scope, project.key, { presetId }),
    item: t('projects.item'),
    done: t('presets.project.saved'),
    onDone: async (changed) => {
      queryClient.setQueryData(projectQuery(scope, project.key).queryKey, changed);
      onDone();
      await Promise.all([refreshProjects(queryClient, scope), refreshPresets(queryClient, scope)]);
    },
    shownByPage: () => true,
  });
}

type ChoicesProps = {
  presets: Preset[];
  form: ReturnType<typeof useChange>;
  onClose: () => void;
};

function Choices({ presets, form, onClose }: ChoicesProps) {
  const t = useTranslations('presets');
  const words = useTranslations('ui');
  const item = useTranslations('projects')('item');
  const describe = useErrorText();
  const lines = usePresetLines();
  const { save, values, set, isDirty } = form;
  const failure = save.error ? describe(save.error, { item, action: 'save' }) : undefined;
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.note}>{t('project.dialogNote')}</p>
      <div className={classes.choices}>
        <ChoiceCards
          label={t('project.label')}
          value={values.presetId}
          onChange={(presetId) => set({ presetId })}
          choices={presets.map((preset) => ({
            value: preset.id,
            title: preset.name,
            tag: preset.isSystem ? t('badges.system') : undefined,
            text: [MODEL_LABELS[preset.vodDeliveryModel], ...lines(preset)].map((line) => (
              <span key={line}>{line}</span>
            )),
          }))}
        />
      </div>
      {failure && (
        <p role="alert" className={dialogClasses.alert}>
          <strong>{failure.title}</strong> {failure.detail}
          {failure.reference !== '' && ` (${failure.reference})`}
        </p>
      )}
      <div className={dialogClasses.footer}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {words('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!isDirty}>
          {words('save')}
        </Button>
      </div>
    </Form>
  );
}
