import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTeamScope } from '../../../base/team-scope.ts';
import { presetsQuery } from '../../presets/data.ts';
import { geoblockRulesQuery, hostingsQuery } from '../data.ts';
import { suggestKey, type WizardField } from '../rules.ts';

/** What a new project is to be; a choice that is not made yet is null. */
export type Draft = {
  name: string;
  key: string;
  description: string;
  hosting: string | null;
  presetId: string | null;
  geoblockRuleId: string | null;
};

const empty: Draft = {
  name: '',
  key: '',
  description: '',
  hosting: null,
  presetId: null,
  geoblockRuleId: null,
};

/** What the steps offer, as queries of the team. */
export function useChoices() {
  const scope = useTeamScope();
  return {
    hostings: useQuery(hostingsQuery(scope)),
    presets: useQuery(presetsQuery(scope)),
    rules: useQuery(geoblockRulesQuery(scope)),
  };
}

export type Choices = ReturnType<typeof useChoices>;

/** Each step of the wizard gets these. */
export type StepProps = {
  draft: Draft;
  choices: Choices;
  errors: Partial<Record<WizardField, string | undefined>>;
  onChange: (field: WizardField, value: string) => void;
  onLeave: (field: WizardField) => void;
};

/**
 * The draft with what the server would take for an open hosting and preset filled in. The rule for
 * countries has no such default: the person says who may watch.
 */
export function useDraft(choices: Choices) {
  const [entered, setEntered] = useState<Draft>(empty);
  const [ownKey, setOwnKey] = useState(false);
  const draft: Draft = {
    ...entered,
    hosting: entered.hosting ?? choices.hostings.data?.data[0]?.id ?? null,
    presetId: entered.presetId ?? choices.presets.data?.data[0]?.id ?? null,
  };
  const set = (field: WizardField, value: string) => {
    if (field === 'key') setOwnKey(true);
    setEntered((before) => ({
      ...before,
      // The key follows the name until the person takes it over.
      ...(field === 'name' && !ownKey && { key: suggestKey(value) }),
      [field]: value,
    }));
  };
  return { draft, set, isTouched: entered !== empty };
}
