import type { Project } from '@kinora/contract/projects';
import { Button } from '@mantine/core';
import { IconMovie, IconUpload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { ApiError, toApiError } from '../../../../base/api-error.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { DropHint } from '../../../../ui/drop-hint.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../../ui/error-panel.tsx';
import { Link } from '../../../../ui/link.tsx';
import { NoMatch } from '../../../../ui/no-match.tsx';

/** Shown for a project without videos: the way to the first one, or a contact. */
export function NoVideos({ project }: { project: Project }) {
  const t = useTranslations('videos.empty');
  const { teamName } = useTeamScope();
  if (!project.actions.upload) {
    return (
      <EmptyState icon={IconMovie} title={t('title')}>
        {t('noPermission')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconMovie}
      title={t('title')}
      guide="first-video"
      actions={
        <Button
          component={Link}
          to={paths.projectUpload(teamName, project.key)}
          leftSection={<IconUpload size={17} stroke={1.8} aria-hidden />}
        >
          {t('upload')}
        </Button>
      }
    >
      <p>{t('text')}</p>
      <DropHint />
    </EmptyState>
  );
}

export function NoVideoMatches({ q, onClear }: { q: string; onClear: () => void }) {
  const t = useTranslations('videos.noResults');
  return (
    <NoMatch
      title={q === '' ? t('title') : t('titleFor', { q })}
      text={t('text')}
      clearLabel={t('clear')}
      onClear={onClear}
    />
  );
}

/** All videos of a page went away while it was looked at. */
export function NoPage({ onFirst }: { onFirst: () => void }) {
  const t = useTranslations('videos.noResults');
  return (
    <EmptyState
      icon={IconMovie}
      title={t('pageTitle')}
      actions={<Button onClick={onFirst}>{t('firstPage')}</Button>}
    >
      {t('pageText')}
    </EmptyState>
  );
}

/** Specification 2, section 8: the server's words, but those of a 500 when it answered 422. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('videos');
  const { teamName } = useTeamScope();
  const { status, requestId } = toApiError(error);
  const shown =
    status === 422
      ? new ApiError({ status: 500, code: 'internal_error', ...(requestId && { requestId }) })
      : error;
  return (
    <ErrorPanel
      error={shown}
      item={t('title')}
      home={{ to: paths.projects(teamName), label: t('list.backToProjects') }}
      onRetry={onRetry}
    />
  );
}
