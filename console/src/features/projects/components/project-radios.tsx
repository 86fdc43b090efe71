import type { Project } from '@kinora/contract/projects';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { ProjectSearch, useProjectSearch } from './project-search.tsx';
import classes from './project-radios.module.css';

/** Others are found by their name. */
const CHOICE_LIMIT = 50;

type Words = {
  search: string;
  label: string;
  none: string;
  noResults: (q: string) => string;
};

type Props = {
  words: Words;
  isOpen: (project: Project) => boolean;
  chosen: Project | undefined;
  onChoose: (project: Project) => void;
};

/** Chooses one of the team's projects, in a form that is sent by its button. */
export function ProjectRadios({ words, isOpen, chosen, onChoose }: Props) {
  const t = useTranslations('projects');
  const name = useId();
  const { text, setText, q, projects } = useProjectSearch({ limit: CHOICE_LIMIT });
  return (
    <>
      <ProjectSearch
        label={words.search}
        text={text}
        onText={setText}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Loaded query={projects} skeleton={<Rows />} item={t('title')}>
        {({ data }) => {
          const open = data.filter(isOpen);
          if (open.length === 0) {
            return (
              <p className={classes.none} role="status">
                {q === '' ? words.none : words.noResults(q)}
              </p>
            );
          }
          return (
            <div className={classes.list} role="radiogroup" aria-label={words.label}>
              {open.map((project) => (
                <label key={project.id} className={classes.choice}>
                  <input
                    type="radio"
                    name={name}
                    checked={chosen?.key === project.key}
                    onChange={() => onChoose(project)}
                  />
                  <span className={classes.name}>{project.name}</span>
                  <span className={classes.key}>{project.key}</span>
                </label>
              ))}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

function Rows() {
  return (
    <Loading>
      <div className={classes.list}>
        {[0, 1, 2].map((row) => (
          <div key={row} className={classes.choice}>
            <Skeleton width="50%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
