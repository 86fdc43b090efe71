import { normaliseText } from '@kinora/contract/normalise-text';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMessages, type Lang } from '../../base/i18n/messages.ts';
import { useTeamScope } from '../../base/team-scope.ts';
import { projectsQuery } from '../projects/data.ts';
import { videoMatchesQuery } from '../videos/data.ts';
import type { BothWords } from './rules/words.ts';

let bothWords: BothWords | undefined;

/** Loads the words of both languages, of which one is there already. */
export async function loadBothWords(): Promise<void> {
  const load = async (lang: Lang) =>
    Object.fromEntries(await loadMessages(lang, ['nav', 'palette'])) as BothWords[Lang];
  const [th, en] = await Promise.all([load('th'), load('en')]);
  bothWords = { th, en };
}

/** Only for what is drawn after `loadBothWords`. */
export function getBothWords(): BothWords {
  if (bothWords === undefined) throw new Error('The words are not loaded yet');
  return bothWords;
}

/** A pause in typing that is not yet one in thinking. */
const PAUSE_MS = 120;
const MAX_PROJECTS = 5;

/** Projects and videos for what is typed. Earlier answers stay until the next ones are there. */
export function useFound(text: string) {
  const q = normaliseText(text.trim());
  const [asked] = useDebouncedValue(q, PAUSE_MS);
  const [questions, setQuestions] = useState({ now: '', before: '' });
  if (questions.now !== asked) setQuestions({ now: asked, before: questions.now });
  const scope = useTeamScope();
  const shared = {
    enabled: asked !== '',
    // After the field was empty, the answers of before would surprise.
    placeholderData: <T>(before: T | undefined) => (questions.before === '' ? undefined : before),
  };
  const projects = useQuery({
    ...projectsQuery(scope, { q: asked, limit: MAX_PROJECTS, sort: 'lastActivityAt' }),
    ...shared,
  });
  const videos = useQuery({ ...videoMatchesQuery(scope, asked), ...shared });
  const isWaiting = [projects, videos].some((one) => one.isPlaceholderData || one.isLoading);
  return {
    q,
    projects: q === '' ? [] : (projects.data?.data ?? []),
    videos: q === '' ? [] : (videos.data?.data ?? []),
    hasOlder: q !== '' && videos.data?.isWhole === false,
    isWaiting: q !== '' && (q !== asked || isWaiting),
    error: q === '' ? null : (projects.error ?? videos.error),
    retry: () => void Promise.all([projects.refetch(), videos.refetch()]),
  };
}
