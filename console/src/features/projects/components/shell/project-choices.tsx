import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { findMatches, toSearchText } from '../../../../base/i18n/search-text.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import type { MenuPlace } from '../../../../ui/menu-button.ts';
import { Popover } from '../../../../ui/popover.ts';
import { Link } from '../../../../ui/link.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { useProject } from '../../../../base/project.ts';
import { ProjectSearch, useProjectSearch } from '../project-search.tsx';
import classes from './project-choices.module.css';

/** So many fit into the list without much scrolling; the search finds the others. */
const MAX_CHOICES = 50;

type ToPage = (teamName: string, projectKey: string) => string;

/** The projects to go to, at the button beside the heading. */
export function ProjectChoices({ toPage, ...place }: MenuPlace & { toPage: ToPage }) {
  return (
    <Popover {...place} position="bottom-start" width={320}>
      <Choices toPage={toPage} onChosen={place.onClose} />
    </Popover>
  );
}

/** Typing searches, the arrows go through what is found, and Enter takes the first. */
function Choices({ toPage, onChosen }: { toPage: ToPage; onChosen: () => void }) {
  const t = useTranslations('projects');
  const scope = useTeamScope();
  const here = useProject();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { text, setText, projects } = useProjectSearch({
    limit: MAX_CHOICES,
    sort: 'lastActivityAt',
  });
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
  return (
    <>
      <ProjectSearch
        ref={search}
        label={t('list.search')}
        text={text}
        onText={setText}
        onKeyDown={onKeyDown}
      />
      <Loaded query={projects} skeleton={<Rows />} item={t('title')}>
        {({ data }) => {
          // The list still answers to less text, until the answer to all of it is there.
          const left = data.filter(({ name, key }) => isFoundBy(text, `${name} ${key}`));
          const best = findMatches(left, ({ name, key }) => [name, key], text);
          // Words in another order are found as well, behind what was typed as it is.
          const found = [...new Set([...best, ...left])];
          return found.length === 0 ? (
            <p className={classes.none} role="status">
              {t('noResults.title', { q: text.trim() })}
            </p>
          ) : (
            <ul ref={list} aria-label={t('list.label')} className={classes.list}>
              {found.map(({ id, key, name }) => (
                <li key={id}>
                  <Link
                    to={toPage(scope.teamName, key)}
                    className={classes.choice}
                    aria-current={id === here.id ? 'true' : undefined}
                    preload={false}
                    onClick={onChosen}
                    onKeyDown={onKeyDown}
                  >
                    <span className={classes.name}>{name}</span>
                    {id === here.id && <IconCheck size={16} stroke={2} aria-hidden />}
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

function isFoundBy(text: string, words: string): boolean {
  const searched = toSearchText(words);
  return toSearchText(text)
    .split(/\s+/)
    .every((part) => searched.includes(part));
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
