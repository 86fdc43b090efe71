import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import type { WizardStep } from '../../rules/wizard.ts';
import { GeoblockRuleStep, HostingStep, PresetStep } from './choice-steps.tsx';
import classes from './create-wizard.module.css';
import { DetailsStep } from './details-step.tsx';
import type { StepProps } from './use-create-project.ts';

const PARTS = {
  details: DetailsStep,
  hosting: HostingStep,
  preset: PresetStep,
  geoblockRule: GeoblockRuleStep,
};

type Props = StepProps & { id: WizardStep; heading: Ref<HTMLHeadingElement> };

/** The step's heading, which gets the focus when one arrives, and its fields. */
export function CreateStep({ id, heading, ...rest }: Props) {
  const t = useTranslations('projects.create');
  const Part = PARTS[id];
  return (
    <>
      <div className={classes.stepHead}>
        <h2 ref={heading} tabIndex={-1} className={classes.stepTitle}>
          {t(`${id}.title`)}
        </h2>
        <p className={classes.note}>{t(`${id}.note`)}</p>
      </div>
      <Part {...rest} />
    </>
  );
}
