import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../../../../base/toasts.ts';
import { continueByHandle, continueWith } from '../../data/continue.ts';
import { chooseFiles, listInputFiles, type PickedFile } from '../../data/pick-files.ts';
import type { UploadItem } from '../../data/store.ts';
import { getFileKey } from '../../rules/files.ts';

/** Goes on with everything that a reload interrupted: by handle, else with files chosen again. */
export function ContinueAll({ items }: { items: readonly UploadItem[] }) {
  const t = useTranslations('uploads');
  const input = useRef<HTMLInputElement>(null);
  const waiting = items.filter((item) => item.state === 'interrupted');
  if (waiting.length < 2) return null;

  const take = async (picked: readonly PickedFile[]) => {
    let count = 0;
    const known = new Map(waiting.map((item) => [getFileKey(item), item]));
    for (const one of picked) {
      const { name, size, lastModified } = one.file;
      const item = known.get(getFileKey({ fileName: name, sizeBytes: size, lastModified }));
      if (item !== undefined && (await continueWith(item.key, one)) === null) count += 1;
    }
    if (count < picked.length) {
      const others = picked.length - count;
      showToast('info', { title: t('continue.others', { count: others }) });
    }
  };
  const start = async () => {
    if (waiting.every((item) => item.hasHandle)) {
      for (const item of waiting) await continueByHandle(item.key);
      return;
    }
    const picked = await chooseFiles(true);
    if (picked === 'unavailable') input.current?.click();
    else await take(picked);
  };
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={() => void start()}>
        {t('continue.all')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('continue.all')}
        onChange={(event) => {
          void take(listInputFiles(event.currentTarget.files));
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
