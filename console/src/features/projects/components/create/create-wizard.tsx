import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../../base/router/use-address.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Card } from '../../../../ui/card.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { FormEnd } from '../../../../ui/form/form-bar.tsx';
import { FormPage } from '../../../../ui/form-page.tsx';
import { Link } from '../../../../ui/link.tsx';
import { StepList } from '../../../../ui/step-list.tsx';
import { findStep, WIZARD_STEPS, type WizardStep } from '../../rules/wizard.ts';
import { CreateStep } from './create-step.tsx';
import { CreateSummary } from './create-summary.tsx';
import { type Draft, useCreateProject } from './use-create-project.ts';
import { type Choices, useChoices } from '../use-choices.ts';

export function CreateWizard() {
  const t = useTranslations('projects.create');
  const choices = useChoices();
  const steps = listOpenSteps(choices);
  const { step, reached, go, heading } = useSteps(steps);
  const last = steps.length - 1;
  const id = steps[step] ?? 'details';
  const { form, change } = useCreateProject(choices, (paths) => {
    go(findStep(steps, paths) ?? last, false);
  });
  const { values: draft } = form;
  // The last button answers for all steps, the others for their own.
  const submit = () => {
    const fields = WIZARD_STEPS.find((one) => one.id === id)?.fields ?? [];
    if (step === last) form.submit();
    else if (form.check(fields)) go(step + 1);
  };
  return (
    <>
      <StepList
        steps={steps.map((one) => t(`${one}.short`))}
        current={step}
        reached={reached}
        onGo={go}
      />
      <Form form={form} onSubmit={submit} isPage>
        <FormPage
          aside={
            <CreateSummary
              draft={draft}
              choices={choices}
              steps={steps}
              step={step}
              reached={reached}
              onGo={go}
            />
          }
          asideLabel={t('summary.title')}
        >
          <Card>
            <CreateStep id={id} form={form} change={change} choices={choices} heading={heading} />
          </Card>
          <Buttons
            isFirst={step === 0}
            isLast={step === last}
            isSaving={form.save.isPending}
            isWaiting={Object.values(choices).some(({ isPending }) => isPending)}
            onBack={() => go(step - 1)}
            {...(isAnswered(draft) && { onCreate: form.submit })}
          />
        </FormPage>
      </Form>
    </>
  );
}

/**
 * Lists the steps with a choice. A step that is still loading counts as having none, which is the usual case.
 */
function listOpenSteps(choices: Choices): WizardStep[] {
  const offered = {
    hosting: choices.hostings,
    preset: choices.presets,
    geoblockRule: choices.rules,
  };
  return WIZARD_STEPS.map(({ id }) => id).filter((id) => {
    if (id === 'details') return true;
    const { data, isError } = offered[id];
    return isError || (data !== undefined && data.data.length !== 1);
  });
}

const readStep = ({ step }: Record<string, unknown>) => (typeof step === 'string' ? step : '');

/**
 * The step one is at, which is an entry in the browser's history, and the furthest reached. Its
 * heading gets the focus, unless a field does.
 */
function useSteps(steps: readonly WizardStep[]) {
  const [asked, change] = useSearchParams(readStep);
  const [seen, setSeen] = useState(asked);
  const [at, setAt] = useState({ step: 0, isHeading: false });
  const [reached, setReached] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  if (asked !== seen) {
    setSeen(asked);
    const step = Math.min(
      Math.max(
        steps.findIndex((id) => id === asked),
        0,
      ),
      reached,
    );
    if (step !== at.step) setAt({ step, isHeading: true });
  }
  useEffect(() => {
    if (at.isHeading) heading.current?.focus();
  }, [at]);
  const go = (step: number, isHeading = true) => {
    setAt({ step, isHeading });
    setReached((before) => Math.max(before, step));
    if (step !== at.step) change({ step: step === 0 ? '' : steps[step] }, { push: true });
  };
  return { step: Math.min(at.step, steps.length - 1), reached, go, heading };
}

type ButtonsProps = {
  isFirst: boolean;
  isLast: boolean;
  isSaving: boolean;
  /** The choices of some step aren't known yet. */
  isWaiting: boolean;
  onBack: () => void;
  /** There where the other steps have an answer already, so that the first one is enough. */
  onCreate?: () => void;
};

const isAnswered = ({ hosting, presetId, geoblockRuleId }: Draft) =>
  hosting !== null && presetId !== null && geoblockRuleId !== null;

function Buttons({ isFirst, isLast, isSaving, isWaiting, onBack, onCreate }: ButtonsProps) {
  const t = useTranslations('projects.create');
  const words = useTranslations('ui');
  const { teamName } = useTeamScope();
  return (
    <FormEnd>
      <Button type="submit" loading={isSaving} disabled={isLast && isWaiting}>
        {isLast ? t('submit') : t('next')}
      </Button>
      {isFirst && !isLast && onCreate && (
        <Button variant="default" loading={isSaving} disabled={isWaiting} onClick={onCreate}>
          {t('now')}
        </Button>
      )}
      {isFirst ? (
        <Button component={Link} to={paths.projects(teamName)} variant="default">
          {words('cancel')}
        </Button>
      ) : (
        <Button variant="default" onClick={onBack} disabled={isSaving}>
          {t('back')}
        </Button>
      )}
    </FormEnd>
  );
}
