import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Link } from '../../../ui/link.tsx';
import { StepList } from '../../../ui/step-list.tsx';
import { stepOfFields, type WizardField, wizardSteps } from '../rules.ts';
import { CreateStep } from './create-step.tsx';
import { CreateSummary } from './create-summary.tsx';
import classes from './create-wizard.module.css';
import { useCreateProject } from './use-create-project.ts';
import { type StepProps, useChoices, useDraft } from './use-draft.ts';
import { useDraftProblems } from './use-draft-problems.ts';
import { fieldId } from './wizard-fields.ts';

const lastStep = wizardSteps.length - 1;

export function CreateWizard() {
  const t = useTranslations('projects.create');
  const choices = useChoices();
  const { draft, set, isTouched } = useDraft(choices);
  const problems = useDraftProblems(draft);
  const { step, reached, go, heading } = useSteps();
  const [shown, setShown] = useState<ReadonlySet<WizardField>>(new Set());
  const save = useCreateProject((refused) => go(stepOfFields(refused) ?? lastStep, refused));

  const show = (fields: readonly WizardField[]) =>
    setShown((before) => new Set([...before, ...fields]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    // The last button answers for all steps, the others for their own.
    const checked = step === lastStep ? wizardSteps : wizardSteps.slice(step, step + 1);
    const fields = checked.flatMap((one): readonly WizardField[] => one.fields);
    const bad = fields.filter((field) => problems[field] !== undefined);
    show(fields);
    if (bad.length > 0) return go(stepOfFields(bad) ?? step, bad);
    if (step < lastStep) return go(step + 1);
    save.mutate(draft);
  };
  const change = (field: WizardField, value: string) => {
    set(field, value);
    if (save.isError) save.reset();
  };
  const errors: StepProps['errors'] = fieldErrors(save.error);
  for (const field of shown) errors[field] ??= problems[field];

  return (
    <>
      <LeaveGuard when={isTouched} />
      <StepList
        steps={wizardSteps.map(({ id }) => t(`${id}.short`))}
        current={step}
        reached={reached}
        onGo={go}
      />
      <form onSubmit={submit} noValidate className={classes.columns}>
        <Card>
          <CreateStep
            {...{ step, draft, choices, errors, heading }}
            onChange={change}
            onLeave={(field) => draft[field] !== '' && show([field])}
          />
        </Card>
        <CreateSummary {...{ draft, choices, step, reached }} onGo={go} />
        <Buttons step={step} isSaving={save.isPending} onBack={() => go(step - 1)} />
      </form>
    </>
  );
}

/** The step one is at, the furthest reached, and the focus that goes along. */
function useSteps() {
  const [at, setAt] = useState<{ step: number; focus?: string | undefined }>({ step: 0 });
  const [reached, setReached] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Not on arrival: the page announces itself.
    if (!isFirst.current) {
      const field = at.focus === undefined ? null : document.getElementById(at.focus);
      (field ?? heading.current)?.focus();
    }
    isFirst.current = false;
  }, [at]);
  const go = (step: number, bad: readonly string[] = []) => {
    const [first] = bad;
    setAt({ step, focus: first === undefined ? undefined : fieldId(first) });
    setReached((before) => Math.max(before, step));
  };
  return { step: at.step, reached, go, heading };
}

type ButtonsProps = { step: number; isSaving: boolean; onBack: () => void };

function Buttons({ step, isSaving, onBack }: ButtonsProps) {
  const t = useTranslations('projects.create');
  const words = useTranslations('ui');
  const { teamName } = useTeamScope();
  return (
    <div className={classes.buttons}>
      {step === 0 ? (
        <Button component={Link} to={paths.projects(teamName)} variant="default">
          {words('cancel')}
        </Button>
      ) : (
        <Button variant="default" onClick={onBack} disabled={isSaving}>
          {t('back')}
        </Button>
      )}
      <Button type="submit" loading={isSaving}>
        {step === lastStep ? t('submit') : t('next')}
      </Button>
    </div>
  );
}
