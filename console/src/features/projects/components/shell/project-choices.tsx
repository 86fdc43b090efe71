import { normaliseText } from '@kinora/contract/normalise-text';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toSearchText } from '../../../../base/i18n/search-text.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import type { MenuPlace } from '../../../../ui/menu-button.ts';
import { Popover } from '../../../../ui/popover.ts';
import { Link } from '../../../../ui/link.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { projectsQuery, useProject } from '../../data.ts';
import classes from './project-choices.module.css';

/** What fits into the list without much scrolling; the search finds the others. */
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
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(normaliseText(text.trim()), 200);
  const projects = useQuery(
    projectsQuery(scope, { limit: MAX_CHOICES, sort: 'lastActivityAt', ...(q !== '' && { q }) }),
  );
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
      <TextInput
        ref={search}
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={t('list.search')}
        aria-label={t('list.search')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        data-autofocus
      />
      <Loaded query={projects} skeleton={<Rows />} item={t('title')}>
        {({ data }) => {
          // What was found for less text, until the answer for all of it is there.
          const found = data.filter(({ name, key }) => isFoundBy(text, `${name} ${key}`));
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
