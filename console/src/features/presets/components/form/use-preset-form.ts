import type { PresetContent } from '@kinora/contract/preset-rules/normalise';
import type { Preset } from '@kinora/contract/presets';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../../ui/form/use-form.ts';
import { isSameForm, type PresetForm, toInput } from '../../rules/form.ts';
import { checkPreset, isShownAtOnce, listPartsWith } from '../../rules/problems.ts';
import { useFieldLabel, useProblemWords } from '../problem-words.ts';

type Options = {
  stored: PresetForm;
  run: (input: PresetContent) => Promise<Preset>;
  done?: (preset: Preset) => string;
  onDone: (preset: Preset, sent: PresetForm) => Promise<unknown>;
  isNew?: boolean;
  leaves?: boolean;
};

/** A preset in the form: its problems, its open parts, and how it is saved. */
export function usePresetForm({ run, ...options }: Options) {
  const t = useTranslations('presets');
  const words = useProblemWords();
  const labels = useFieldLabel();
  const [openParts, setOpenParts] = useState<ReadonlySet<string>>(new Set());
  const open = (ids: readonly string[]) => setOpenParts((before) => new Set([...before, ...ids]));
  const form = useForm<PresetForm, Preset>({
    ...options,
    id: 'preset',
    labels,
    isSame: isSameForm,
    problems: (typed) =>
      Object.fromEntries(
        Object.entries(checkPreset(typed)).map(([path, problem]) => [
          path,
          { text: words(problem), waits: !isShownAtOnce(problem) },
        ]),
      ),
    reveal: (paths, typed) => open(listPartsWith(typed, paths)),
    run: (typed) => run(toInput(typed)),
    item: t('item'),
  });
  const setOpen = (id: string, isOpen: boolean) => {
    if (isOpen) open([id]);
    else setOpenParts((before) => new Set([...before].filter((one) => one !== id)));
  };
  return { form, openParts, setOpen };
}

export type PresetFormState = ReturnType<typeof usePresetForm>;
