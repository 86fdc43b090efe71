import type { Project } from '@kinora/contract/projects';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { findMatches, toSearchText } from '../../../base/i18n/search-text.ts';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { ProjectSearch, useProjectSearch } from './project-search.tsx';
import classes from './project-picker.module.css';

/** So many fit into the list without much scrolling; the search finds the others. */
const MAX_CHOICES = 50;

type Words = {
  search: string;
  label: string;
  /** There is no project to choose. */
  none: string;
  noResults: (q: string) => string;
};

/** Chosen in a form that is sent by its button. */
type Choose = {
  mode: 'choose';
  chosen: Project | undefined;
  onChoose: (project: Project) => void;
};

/** Gone to at once: a line by its name, or with its cover and facts. */
type Go = {
  mode: 'go';
  toPage: (project: Project) => string;
  onGo: (project: Project) => void;
  /** The project of the page. */
  hereId?: string;
  facts?: (project: Project) => string;
};

type Props = (Choose | Go) & {
  words: Words;
  limit?: number;
  /** By name unless those come first that were worked on last. */
  sort?: 'lastActivityAt';
  isOpen?: (project: Project) => boolean;
  /** Stands below the list, and is told whether there is no project at all. */
  renderAfter?: (hasNone: boolean) => ReactNode;
};

/** Lets a person choose one of the team's projects: typing searches, and the arrows go through links. */
export function ProjectPicker(props: Props) {
  const { words, limit = MAX_CHOICES, sort, isOpen = () => true, renderAfter } = props;
  const t = useTranslations('projects');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { text, setText, q, projects } = useProjectSearch({ limit, ...(sort && { sort }) });
  const open = projects.data?.data.filter(isOpen);
  const hasNone = q === '' && open?.length === 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === event.target);
    if (event.key === 'ArrowDown') links[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && at !== -1) (links[at - 1] ?? search.current)?.focus();
    else if (event.key === 'Enter' && at === -1) links[0]?.click();
    else return;
    event.preventDefault();
  };
  const found = findProjects(open ?? [], text);
  return (
    <>
      {!hasNone && (
        <ProjectSearch
          ref={search}
          label={words.search}
          text={text}
          onText={setText}
          onKeyDown={onKeyDown}
        />
      )}
      <Loaded query={projects} skeleton={<Rows />} item={t('title')}>
        {() => {
          if (found.length === 0) {
            return (
              <p className={classes.none} role="status">
                {hasNone ? words.none : words.noResults(text.trim())}
              </p>
            );
          }
          return props.mode === 'choose' ? (
            <Radios {...props} projects={found} />
          ) : (
            <ul
              ref={list}
              aria-label={words.label}
              className={classes.list}
              data-large={props.facts !== undefined || undefined}
              onKeyDown={onKeyDown}
            >
              {found.map((project) => (
                <li key={project.id}>
                  <Way {...props} project={project} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {open !== undefined && renderAfter?.(hasNone)}
    </>
  );
}

/** The list still answers to less text until the answer to all of it is there. */
function findProjects(projects: readonly Project[], text: string): readonly Project[] {
  const parts = toSearchText(text).split(/\s+/);
  const left = projects.filter(({ name, key }) => {
    const words = toSearchText(`${name} ${key}`);
    return parts.every((part) => words.includes(part));
  });
  const best = findMatches(left, ({ name, key }) => [name, key], text);
  // Words in another order are found as well, behind what was typed as it is.
  return [...new Set([...best, ...left])];
}

type RadiosProps = Choose & { words: Words; projects: readonly Project[] };

function Radios({ words, projects, chosen, onChoose }: RadiosProps) {
  const group = useId();
  return (
    <div className={classes.list} data-large role="radiogroup" aria-label={words.label}>
      {projects.map((project) => (
        <label key={project.id} className={classes.choice}>
          <input
            type="radio"
            name={group}
            checked={chosen?.key === project.key}
            onChange={() => onChoose(project)}
          />
          <Names name={project.name} second={project.key} />
        </label>
      ))}
    </div>
  );
}

function Way({ project, toPage, onGo, hereId, facts }: Go & { project: Project }) {
  const isHere = project.id === hereId;
  return (
    <Link
      to={toPage(project)}
      className={classes.choice}
      aria-current={isHere ? 'true' : undefined}
      preload={false}
      onClick={() => onGo(project)}
    >
      {facts && (
        <span className={classes.cover}>
          <Thumbnail src={project.covers[0]} fluid />
        </span>
      )}
      <Names name={project.name} second={facts?.(project)} />
      {isHere && <IconCheck size={16} stroke={2} aria-hidden />}
      {facts && <IconChevronRight size={17} className={classes.arrow} aria-hidden />}
    </Link>
  );
}

function Names({ name, second }: { name: string; second: string | undefined }) {
  return (
    <span className={classes.names}>
      <span className={classes.name}>{name}</span>
      {second !== undefined && <span className={classes.second}>{second}</span>}
    </span>
  );
}

function Rows() {
  return (
    <Loading>
      <div className={classes.list}>
        {['60%', '45%', '70%'].map((width) => (
          <div key={width} className={classes.choice}>
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
