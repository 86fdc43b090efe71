import { useQueryClient } from '@tanstack/react-query';
import type { Project } from '@kinora/contract/projects';
import { Button } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../../base/router/navigation.ts';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { readyPart } from '../../../../base/lazy-part.tsx';
import { loadPart } from '../../../../base/new-version.ts';
import { teamKey, useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Form, useFormScope } from '../../../../ui/form/form.tsx';
import { FormBar } from '../../../../ui/form/form-bar.tsx';
import { FormPage } from '../../../../ui/form-page.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { isPolicySet } from '../../../geoblock-rules/rules/policy.ts';
import { type DraftFile, getDraftTarget, isIncluded, removeDraftFiles } from '../../data/draft.ts';
import { findTitleProblem } from '../../rules/files.ts';
import { FileDrop } from './file-drop.tsx';
import { type Settings, UploadSettings } from './upload-settings.tsx';
import { useDraft } from '../use-uploads.ts';

// The list of files and the uploader come while a first file is being looked for.
const DraftList = readyPart(async () => (await import('./draft-list.tsx')).DraftList);
const SkippedFiles = readyPart(async () => (await import('./skipped-files.tsx')).SkippedFiles);

type Props = { project: Project; accountId: string };

/** Choosing files, what they will be like, and the button that begins. */
export function UploadForm({ project, accountId }: Props) {
  const t = useTranslations('uploads');
  const target = getDraftTarget(useTeamScope().teamName, project.key);
  const draft = useDraft(target);
  const start = useStart({ project, accountId, target });
  const hasFiles = draft.files.length > 0;
  // The first drawing of a list is deferred, so that the page stays responsive.
  const isListed = useDeferredValue(hasFiles);
  return (
    <Form
      form={start.form}
      onSubmit={() => {
        if (start.isReady) start.form.submit();
      }}
    >
      <FormPage
        asideLabel={t('settings.title')}
        aside={
          <UploadSettings
            project={project}
            settings={start.form.values}
            onChange={start.form.set}
            disabled={start.isBusy}
          />
        }
      >
        <FileDrop target={target} isCompact={hasFiles} />
        {hasFiles && isListed && (
          <DraftList files={draft.files} errors={start.errors} disabled={start.isBusy} />
        )}
        {draft.skipped.length > 0 && <SkippedFiles skipped={draft.skipped} />}
      </FormPage>
      {hasFiles && <StartBar start={start} project={project} />}
    </Form>
  );
}

function useStart({ project, accountId, target }: Props & { target: string }) {
  const t = useTranslations('uploads');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const files = useDraft(target).files;
  const included = files.filter(isIncluded);
  const form = useForm<Settings>({
    id: 'upload',
    stored: {
      tags: [],
      presetId: project.presetId,
      overlayPresetId: null,
      geoblockPolicy: { type: 'none' },
    },
    labels: {},
    isNew: true,
    leaves: true,
    run: async (settings) => {
      const { createUploads } = await loadPart(() => import('../../data/create.ts'));
      const ids = included.map((file) => file.id);
      const plan = {
        projectKey: project.key,
        ...settings,
        files: included.map(({ file, handle, title }) => ({
          file,
          handle,
          title: title.trim() === '' ? file.name : title.trim(),
        })),
      };
      return createUploads({ scope, accountId }, plan, (count) =>
        removeDraftFiles(new Set(ids.slice(0, count))),
      );
    },
    item: t('item'),
    onDone: () => {
      // A list from before would say that the project has no videos.
      queryClient.removeQueries({ queryKey: teamKey(scope, 'videos') });
      return navigate({ to: paths.project(scope.teamName, project.key) });
    },
  });
  const hasTitles = included.every(({ title }) => findTitleProblem(title) === null);
  const hasPolicy = isPolicySet(form.values.geoblockPolicy, project.geoblockRuleId);
  const isReady =
    accountId !== '' && included.length > 0 && hasTitles && hasPolicy && !form.isFixed;
  return {
    form,
    isReady,
    isBusy: form.isFixed,
    count: included.length,
    bytes: included.reduce((sum, { file }) => sum + file.size, 0),
    errors: toServerErrors(form.refused, included),
  };
}

type Start = ReturnType<typeof useStart>;

/** Messages of a 422 by the draft's file: its paths count the files of the request. */
function toServerErrors(
  refused: Record<string, string>,
  sent: readonly DraftFile[],
): Map<number, string> {
  const found = new Map<number, string>();
  for (const [path, message] of Object.entries(refused)) {
    const file = sent[Number(/^videos\.(\d+)\./.exec(path)?.[1])];
    if (file !== undefined) found.set(file.id, message);
  }
  return found;
}

function StartBar({ start, project }: { start: Start; project: Project }) {
  const t = useTranslations('uploads');
  const format = useFormat();
  const { htmlId } = useFormScope();
  const { count, isBusy, isReady, bytes } = start;
  return (
    <FormBar
      status={
        count === 0
          ? t('start.none')
          : t('start.sum', { count, size: format.bytes(bytes), project: project.name })
      }
    >
      <Button type="submit" form={htmlId} disabled={!isReady} data-preparing={isBusy || undefined}>
        {isBusy ? t('start.preparing', { count }) : t('start.button', { count })}
      </Button>
    </FormBar>
  );
}
