import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { showToast } from '../../../base/toasts.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { CreateEnd, SaveBar } from '../../../ui/form/save-bar.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Note } from '../../../ui/note.tsx';
import { createRule, refreshRules, updateRule } from '../data.ts';
import {
  checkRule,
  EMPTY_RULE,
  type RuleForm,
  type RuleMode,
  toForm,
  toLists,
} from '../rules/form.ts';
import { CountryFields } from './custom-lists.tsx';
import { useReachWords } from './reach-words.ts';
import classes from './rule-form.module.css';

type Props = {
  /** Undefined makes a new one. */
  rule?: GeoblockRule;
  /** A new one begins with it. */
  initial?: RuleForm | undefined;
};

const MODES = ['everyone', 'some', 'nobody'] as const satisfies readonly RuleMode[];

/** Makes a rule or changes one, and says as one types who may watch under it. */
export function RuleFormView({ rule, initial }: Props) {
  const t = useTranslations('geoblockRules');
  const { teamName } = useTeamScope();
  const reach = useReachWords();
  const form = useRuleForm(rule, initial);
  const { values, set, errors, isFixed } = form;
  return (
    <Form form={form} isPage>
      <FormPage
        asideLabel={t('whoWatches')}
        aside={
          <Card title={t('whoWatches')} {...(rule && { note: t('takesEffect') })}>
            <p className={classes.reach} aria-live="polite">
              {reach(toLists(values))}
            </p>
            {rule && form.isDirty && <Concerned {...rule.useCount} />}
          </Card>
        }
      >
        <Card>
          <div className={classes.fields}>
            <FormErrors />
            <TextInput
              {...form.input('name')}
              required
              autoComplete="off"
              autoFocus={rule === undefined}
            />
            <ChoiceCards
              label={t('fields.mode')}
              choices={MODES.map((value) => ({
                value,
                title: t(`modes.${value}`),
                text: t(`modes.${value}Text`),
              }))}
              value={values.mode}
              onChange={(mode) => set({ mode: mode as RuleMode })}
            />
            {values.mode === 'some' && (
              <CountryFields
                id="rule"
                value={toLists(values)}
                onChange={({ allowCountryCodes: allow, denyCountryCodes: deny }) =>
                  set({ allow, deny })
                }
                error={errors['allow']}
                readOnly={isFixed}
              />
            )}
          </div>
        </Card>
        {rule ? (
          <SaveBar />
        ) : (
          <CreateEnd label={t('create')} cancel={{ to: paths.geoBlocking(teamName) }} />
        )}
      </FormPage>
    </Form>
  );
}

/** Says how many projects and videos a change affects, before it is saved. */
function Concerned({ project, video }: GeoblockRule['useCount']) {
  const t = useTranslations('geoblockRules');
  if (project + video === 0) return null;
  return (
    <Note tone="warning">
      <p>{t('concerned', { projects: project, videos: video })}</p>
    </Note>
  );
}

const toInput = (typed: RuleForm) => ({ name: typed.name.trim(), ...toLists(typed) });

/** A rule as it is saved, and what a change has found, to be put back. */
type Saved = { saved: GeoblockRule; before?: ReturnType<typeof toInput> };

function useRuleForm(rule: GeoblockRule | undefined, initial: RuleForm | undefined) {
  const t = useTranslations('geoblockRules');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const stored = rule ? toForm(rule) : (initial ?? EMPTY_RULE);
  return useForm<RuleForm, Saved>({
    id: 'rule',
    stored,
    labels: {
      name: t('fields.name'),
      mode: t('fields.mode'),
      allow: t('fields.allow'),
      deny: t('fields.deny'),
    },
    fieldOf: (path) => path.replace(/CountryCodes.*$/, ''),
    problems: (typed) => {
      const { name, allow } = checkRule(typed);
      return {
        name: name && {
          text: ui(name.code === 'too_long' ? 'things.nameTooLong' : 'things.nameRequired'),
          waits: name.code === 'required',
        },
        allow: allow && { text: t(`problems.${allow}`), waits: true },
      };
    },
    run: async (typed) => {
      const input = toInput(typed);
      if (rule === undefined) return { saved: await createRule(scope, input) };
      return { saved: await updateRule(scope, rule.id, input), before: toInput(stored) };
    },
    item: t('item'),
    ...(rule && {
      done: ({ saved }) => ui('things.saved', { name: saved.name }),
      undo: async (_typed, { saved, before }) => {
        await updateRule(scope, saved.id, before ?? {});
        await refreshRules(queryClient, scope);
      },
    }),
    onDone: async ({ saved: { id, name } }) => {
      if (!rule) {
        showToast('advanced', {
          title: ui('things.created', { name }),
          action: {
            label: ui('useInProject'),
            onSelect: () =>
              void navigate({ to: paths.projectUse(scope.teamName), search: { rule: id } }),
          },
        });
      }
      await navigate({ to: paths.geoBlocking(scope.teamName), ignoreBlocker: true });
      await refreshRules(queryClient, scope);
    },
    leaves: true,
    isNew: rule === undefined,
  });
}
