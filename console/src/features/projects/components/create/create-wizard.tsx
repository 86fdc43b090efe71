import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Card } from '../../../../ui/card.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { Link } from '../../../../ui/link.tsx';
import { StepList } from '../../../../ui/step-list.tsx';
import { findStep, WIZARD_STEPS } from '../../rules.ts';
import { CreateStep } from './create-step.tsx';
import { CreateSummary } from './create-summary.tsx';
import classes from './create-wizard.module.css';
import { useCreateProject } from './use-create-project.ts';
import { useChoices } from '../use-choices.ts';

const LAST_STEP = WIZARD_STEPS.length - 1;

export function CreateWizard() {
  const t = useTranslations('projects.create');
  const choices = useChoices();
  const { step, reached, go, heading } = useSteps();
  const { form, change } = useCreateProject(choices, (paths) => {
    go(findStep(paths) ?? LAST_STEP, false);
  });
  const { values: draft } = form;
  // The last button answers for all steps, the others for their own.
  const submit = () => {
    if (step === LAST_STEP) form.submit();
    else if (form.check(WIZARD_STEPS[step]?.fields ?? [])) go(step + 1);
  };
  return (
    <>
      <StepList
        steps={WIZARD_STEPS.map(({ id }) => t(`${id}.short`))}
        current={step}
        reached={reached}
        onGo={go}
      />
      <Form form={form} onSubmit={submit} className={classes.columns} isPage>
        <Card>
          <CreateStep {...{ step, form, change, choices, heading }} />
        </Card>
        <CreateSummary {...{ draft, choices, step, reached }} onGo={go} />
        <Buttons step={step} isSaving={form.save.isPending} onBack={() => go(step - 1)} />
      </Form>
    </>
  );
}

/** The step one is at, and the furthest reached. Its heading gets the focus, unless a field does. */
function useSteps() {
  const [at, setAt] = useState({ step: 0, isHeading: false });
  const [reached, setReached] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (at.isHeading) heading.current?.focus();
  }, [at]);
  const go = (step: number, isHeading = true) => {
    setAt({ step, isHeading });
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
        {step === LAST_STEP ? t('submit') : t('next')}
      </Button>
    </div>
  );
}
