import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSaveKey } from '../../../base/use-save-key.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { useProblemWords } from '../../presets/components/problem-words.ts';
import { overlayImageQuery } from '../data.ts';
import { inputOf, type PercentField as Percent, percents } from '../rules/form.ts';
import { ImageField } from './image-field.tsx';
import classes from './overlay-form.module.css';
import { OverlayStage } from './overlay-stage.tsx';
import { useOverlayWords } from './overlay-words.ts';
import { PercentField } from './percent-field.tsx';
import { PositionField } from './position-field.tsx';
import { useOverlayForm } from './use-overlay-form.ts';

const idOf = (field: string) => `overlay-${field}`;
const percentFields: readonly Percent[] = ['sizePercent', 'opacityPercent', 'marginPercent'];

/** Makes an overlay preset, or changes one: the form, and the frame that it is going to lie on. */
export function OverlayForm({ overlay }: { overlay?: OverlayPreset }) {
  const t = useTranslations('overlayPresets');
  const words = useTranslations('ui');
  const wordsOf = useProblemWords();
  const { teamName } = useTeamScope();
  const state = useOverlayForm(overlay);
  const { form, problems, save, change } = state;
  const errors = fieldErrors(save.error);
  const isFixed = overlay?.isInUse === true;
  const labels = Object.fromEntries(
    (['name', 'image', 'position', ...percentFields] as const).map((field) => [
      field,
      { label: t(`fields.${field}`), id: idOf(field) },
    ]),
  );
  const submit = () => {
    const bad = state.submit();
    if (bad !== undefined) document.getElementById(idOf(bad))?.focus();
  };
  useSaveKey(submit, true);
  const problemAt = (field: 'name' | Percent) => {
    const problem = problems[field];
    const isTold = problem && (state.isChecked || problem.code !== 'required');
    return isTold ? wordsOf(problem) : errors[field];
  };
  return (
    <form
      className={classes.columns}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <LeaveGuard when={state.isDirty} />
      <Card>
        <div className={classes.fields}>
          {isFixed && (
            <Note tone="info" title={t('fixed.title')}>
              {t('fixed.text')}
            </Note>
          )}
          <FormErrors error={save.error} fields={labels} />
          <TextInput
            id={idOf('name')}
            label={t('fields.name')}
            required
            autoComplete="off"
            value={form.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={problemAt('name')}
          />
          <ImageField
            id={idOf('image')}
            fileName={state.image?.file.name}
            hasImage={overlay !== undefined || state.image !== undefined}
            onChoose={(file) => void state.choose(file)}
            error={state.imageProblem ? t(`problems.${state.imageProblem}`) : errors['image']}
            disabled={isFixed}
          />
          <PositionField
            value={form.position}
            onChange={(position) => change({ position })}
            disabled={isFixed}
          />
          {percentFields.map((field) => (
            <PercentField
              key={field}
              id={idOf(field)}
              label={t(`fields.${field}`)}
              description={t(`fields.${field}Hint`)}
              value={form[field]}
              range={percents[field]}
              onChange={(value) => change({ [field]: value })}
              error={problemAt(field)}
              disabled={isFixed}
            />
          ))}
          <div className={classes.buttons}>
            <Button type="submit" loading={save.isPending}>
              {overlay ? words('save') : t('create')}
            </Button>
            <Button component={Link} to={paths.overlays(teamName)} variant="default">
              {words('cancel')}
            </Button>
          </div>
        </div>
      </Card>
      <Preview overlay={overlay} state={state} />
    </form>
  );
}

type PreviewProps = {
  overlay: OverlayPreset | undefined;
  state: ReturnType<typeof useOverlayForm>;
};

function Preview({ overlay, state }: PreviewProps) {
  const t = useTranslations('overlayPresets');
  const words = useOverlayWords();
  const scope = useTeamScope();
  const stored = useQuery({
    ...overlayImageQuery(scope, overlay?.id ?? '', overlay?.image.version ?? ''),
    enabled: overlay !== undefined,
  });
  const layout = inputOf(state.form);
  const own = overlay && overlay.image.height / overlay.image.width;
  return (
    <aside className={classes.preview} aria-label={t('preview')}>
      <Card title={t('preview')} note={words(layout)}>
        <OverlayStage
          label={`${t('preview')}: ${words(layout)}`}
          picture={state.image?.file ?? stored.data}
          aspect={state.image?.aspect ?? own ?? 1}
          layout={layout}
          opacityPercent={layout.opacityPercent}
        >
          {overlay === undefined && <span>{t('noImage')}</span>}
        </OverlayStage>
      </Card>
    </aside>
  );
}
