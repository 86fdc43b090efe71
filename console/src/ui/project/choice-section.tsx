import type { Project } from '@kinora/contract/projects';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mayManageTeam } from '../../base/team-role.ts';
import { useTeam } from '../../base/team-scope.ts';
import type { Choice } from '../choice-cards.tsx';
import { Link } from '../link.tsx';
import { ChangeChoice, type ChoiceField } from './change-choice.tsx';
import { Section } from './section.tsx';
import classes from './section.module.css';

type Props<Thing> = {
  project: Project;
  /** The hash of the address that leads here. */
  hash: string;
  field: ChoiceField;
  words: {
    title: string;
    note: string;
    /** A verb, on the button that opens the dialog. */
    change: string;
    dialogTitle: string;
    dialogNote: string;
    /** Says what a choice changes at once. */
    effect?: string;
    label: string;
    /** On the dialog's button, by default to save. */
    submit?: string;
    saved: string;
    /** The link to the thing's own page. */
    settings: string;
  };
  /** The kind of thing, translated. */
  item: string;
  /** The things to choose from; asked for once the dialog is open, unless the page has asked before. */
  query: UseQueryOptions<{ data: Thing[] }>;
  toChoices: (things: Thing[]) => Choice[];
  /** Asks again for what counts its projects. */
  refresh?: () => Promise<unknown>;
  /** The address where managers of the team change the chosen thing; null when it can't be changed. */
  settingsAt: string | null;
  name: ReactNode;
  /** Shows more about the chosen thing. */
  about: ReactNode;
  /** Stands below the link. */
  children?: ReactNode;
};

/** Shows which of a team's things a project has chosen, and the way to another. */
export function ChoiceSection<Thing>(props: Props<Thing>) {
  const { project, hash, words, query, settingsAt } = props;
  const { role } = useTeam();
  const [changing, setChanging] = useState(false);
  const things = useQuery({ ...query, enabled: changing });
  return (
    <>
      <Section
        project={project}
        hash={hash}
        title={words.title}
        note={words.note}
        changeLabel={words.change}
        onChange={() => setChanging(true)}
      >
        <div className={classes.name}>{props.name}</div>
        {props.about}
        {mayManageTeam(role) && settingsAt !== null && (
          <p className={classes.link}>
            <Link to={settingsAt}>{words.settings}</Link>
          </p>
        )}
        {props.children}
      </Section>
      <ChangeChoice
        project={project}
        opened={changing}
        onClose={() => setChanging(false)}
        field={props.field}
        words={{ ...words, title: words.dialogTitle, note: words.dialogNote }}
        item={props.item}
        query={things}
        toChoices={props.toChoices}
        {...(props.refresh && { refresh: props.refresh })}
      />
    </>
  );
}
