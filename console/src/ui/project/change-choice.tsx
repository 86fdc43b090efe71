import type { Project } from '@kinora/contract/projects';
import { Button, TextInput } from '@mantine/core';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../base/error-text.ts';
import { findMatches } from '../../base/i18n/search-text.ts';
import { useTeamScope } from '../../base/team-scope.ts';
import { type Choice, ChoiceCards } from '../choice-cards.tsx';
import { Dialog } from '../dialog.tsx';
import dialogClasses from '../dialog.module.css';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { Loaded } from '../loaded.tsx';
import {
  type ProjectChange,
  projectQuery,
  refreshProjects,
  updateProject,
} from '../../base/project.ts';
import { Note } from '../note.tsx';
import { ChoicesSkeleton } from './choices-skeleton.tsx';
import classes from './section.module.css';

export type ChoiceField = Extract<keyof ProjectChange, `${string}Id`>;

type Words = {
  title: string;
  note: string;
  /** Says what a choice changes at once. */
  effect?: string;
  label: string;
  saved: string;
  /** On its button, by default to save. */
  submit?: string;
};

type Props<Thing> = {
  project: Project;
  opened: boolean;
  onClose: () => void;
  field: ChoiceField;
  words: Words;
  /** The kind of thing, translated. */
  item: string;
  query: UseQueryResult<{ data: Thing[] }>;
  /** Its value is an id, or nothing for what stands for null. */
  toChoices: (things: Thing[]) => Choice[];
  /** Asks again for what counts its projects. */
  refresh?: () => Promise<unknown>;
};

/** Chooses another one of a team's things for a project. A refusal is shown inside, by its status. */
export function ChangeChoice<Thing>(props: Props<Thing>) {
  const { opened, onClose, words, item, query, toChoices } = props;
  const form = useChange(props);
  const close = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={words.title}
      size={560}
      busy={form.save.isPending}
    >
      {opened && (
        <Loaded query={query} skeleton={<ChoicesSkeleton />} item={item}>
          {({ data }) => (
            <Choices words={words} choices={toChoices(data)} form={form} onClose={close} />
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

function useChange<Thing>({ project, field, words, onClose, refresh }: Props<Thing>) {
  const t = useTranslations('projects');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const update = (chosen: string) =>
    updateProject(scope, project.key, { [field]: chosen === '' ? null : chosen });
  const show = async (changed: Project) => {
    queryClient.setQueryData(projectQuery(scope, project.key).queryKey, changed);
    await Promise.all([refreshProjects(queryClient, scope), refresh?.()]);
  };
  const stored = project[field] ?? '';
  return useForm({
    id: `project-${field}`,
    // The call sends along the choice of before, so that it can be put back.
    stored: { chosen: stored, before: stored },
    labels: {},
    run: ({ chosen }) => update(chosen),
    undo: async ({ before }) => show(await update(before)),
    item: t('item'),
    done: words.saved,
    onDone: async (changed) => {
      onClose();
      await show(changed);
    },
    shownByPage: () => true,
  });
}

type ChoicesProps = {
  words: Words;
  choices: Choice[];
  form: ReturnType<typeof useChange>;
  onClose: () => void;
};

/** More of them are searched. */
const MANY = 8;

function Choices({ words, choices, form, onClose }: ChoicesProps) {
  const ui = useTranslations('ui');
  const t = useTranslations('projects');
  const item = t('item');
  const describe = useErrorText();
  const [typed, setTyped] = useState('');
  const { save, values, set, isDirty } = form;
  const failure = save.error ? describe(save.error, { item, action: 'save' }) : undefined;
  const shown = findMatches(choices, ({ title }) => [title], typed);
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.note}>{words.note}</p>
      {choices.length > MANY && (
        <TextInput
          aria-label={ui('search')}
          placeholder={ui('search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Enter takes the best match, and does not submit the form.
            event.preventDefault();
            const [first] = shown;
            if (first && typed.trim() !== '') set({ chosen: first.value });
          }}
        />
      )}
      <div className={classes.choices}>
        <ChoiceCards
          label={words.label}
          value={values.chosen}
          onChange={(chosen) => set({ chosen })}
          choices={shown}
        />
        {shown.length === 0 && <p className={classes.note}>{t('settings.nothingFound')}</p>}
      </div>
      {isDirty && words.effect !== undefined && <Note tone="warning">{words.effect}</Note>}
      {failure && (
        <p role="alert" className={dialogClasses.alert}>
          <strong>{failure.title}</strong> {failure.detail}
          {failure.reference !== '' && ` (${failure.reference})`}
        </p>
      )}
      <div className={dialogClasses.footer}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!isDirty}>
          {words.submit ?? ui('save')}
        </Button>
      </div>
    </Form>
  );
}
