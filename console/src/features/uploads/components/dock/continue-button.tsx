import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../../../../base/toasts.ts';
import { continueByHandle, continueWith, type ContinueProblem } from '../../data/continue.ts';
import { chooseFiles, listInputFiles, type PickedFile } from '../../data/pick-files.ts';
import type { UploadItem } from '../../data/store.ts';

/** Goes on with one interrupted upload: one click with a handle, else the file is chosen again. */
export function ContinueButton({ item }: { item: UploadItem }) {
  const t = useTranslations('uploads.continue');
  const input = useRef<HTMLInputElement>(null);

  const showProblem = (problem: ContinueProblem | null) => {
    if (problem === null) return;
    showToast('error', {
      title: t('refused', { name: item.fileName }),
      detail: t(`problems.${problem}`),
    });
  };
  const take = async (picked: PickedFile | undefined) => {
    if (picked !== undefined) showProblem(await continueWith(item.key, picked));
  };
  const choose = async () => {
    const picked = await chooseFiles(false);
    if (picked === 'unavailable') input.current?.click();
    else await take(picked[0]);
  };
  const start = async () => {
    if (!item.hasHandle) return choose();
    showProblem(await continueByHandle(item.key));
  };
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={() => void start()}>
        {item.hasHandle ? t('one') : t('choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('chooseNamed', { name: item.fileName })}
        onChange={(event) => {
          void take(listInputFiles(event.currentTarget.files)[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
