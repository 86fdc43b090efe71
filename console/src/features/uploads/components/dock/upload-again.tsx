import { TAKEN_KINDS } from '@kinora/contract/media-kinds';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { teamScope } from '../../../../base/team-scope.ts';
import { showToast } from '../../../../base/toasts.ts';
import { useSave } from '../../../../base/use-save.ts';
import { createUploads } from '../../data/create.ts';
import { chooseFiles, listInputFiles, type PickedFile } from '../../data/pick-files.ts';
import { forgetUploads } from '../../data/queue.ts';
import type { UploadItem } from '../../data/store.ts';
import { getPolicy } from '../../rules/policy.ts';
import { findFileProblem, toDefaultTitle } from '../../rules/files.ts';

/** A file that failed its check: one other file takes its place, as a new video. */
export function UploadAgain({ item }: { item: UploadItem }) {
  const t = useTranslations('uploads');
  const input = useRef<HTMLInputElement>(null);
  const { title, tags, presetId, overlayPresetId = null } = item.settings;
  const save = useSave({
    run: ({ file, handle }: PickedFile) => {
      const scope = teamScope(item.teamName);
      // A title that only named the wrong file goes with it.
      const isOwnTitle = title !== toDefaultTitle(item.fileName);
      const files = [{ file, handle, title: isOwnTitle ? title : toDefaultTitle(file.name) }];
      const { projectKey } = item;
      const geoblockPolicy = getPolicy(item.settings);
      const plan = { projectKey, tags, presetId, overlayPresetId, geoblockPolicy, files };
      return createUploads({ scope, accountId: item.accountId }, plan, () => undefined);
    },
    item: t('item'),
    onDone: () => forgetUploads([item.key]),
  });
  const take = (picked: PickedFile | undefined) => {
    if (picked === undefined) return;
    const problem = findFileProblem(picked.file);
    if (problem === null) return save.mutate(picked);
    const detail =
      problem === 'type'
        ? t('problems.typeOfAll', { kinds: TAKEN_KINDS })
        : t(`problems.${problem}`);
    showToast('error', { title: picked.file.name, detail });
  };
  const choose = async () => {
    const picked = await chooseFiles(false);
    if (picked === 'unavailable') input.current?.click();
    else take(picked[0]);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        loading={save.isPending}
        onClick={() => void choose()}
      >
        {t('uploadAgain')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('uploadAgainNamed', { title })}
        onChange={(event) => {
          take(listInputFiles(event.currentTarget.files)[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
