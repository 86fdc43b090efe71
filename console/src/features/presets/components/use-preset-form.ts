import type { PresetContent } from '@kinora/contract/preset-rules/normalise';
import type { Preset } from '@kinora/contract/presets';
import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useSave } from '../../../base/use-save.ts';
import { inputOf, isSameForm, type PresetForm } from '../rules/form.ts';
import type { Offer } from '../rules/models.ts';
import { hasBelow, isToldAtOnce, partsWith, presetProblems } from '../rules/problems.ts';
import { fieldId, type FormScope } from './form-context.ts';
import { useProblemWords } from './problem-words.ts';

type Options = {
  initial: PresetForm;
  offer: Offer;
  run: (input: PresetContent) => Promise<Preset>;
  done: (preset: Preset) => string;
  onSaved: (preset: Preset) => Promise<unknown>;
};

/** A preset as it is being typed: what is wrong with it, what is open, and how it is saved. */
export function usePresetForm({ initial, offer, run, done, onSaved }: Options) {
  const t = useTranslations('presets');
  const words = useProblemWords();
  const [form, setForm] = useState(initial);
  const [base, setBase] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const parts = useOpenParts();
  const focus = useFocusOn();

  const save = useSave({
    run: async (input: PresetContent) => {
      try {
        return await run(input);
      } catch (error) {
        parts.open(partsWith(form, Object.keys(fieldErrors(error))));
        throw error;
      }
    },
    item: t('item'),
    done,
    onDone: async (preset) => {
      setBase(form);
      setChecked(false);
      await onSaved(preset);
    },
  });
  const problems = presetProblems(form);
  const told = Object.entries(problems).filter(([, problem]) => isChecked || isToldAtOnce(problem));
  const errors: Record<string, string> = {
    ...fieldErrors(save.error),
    ...Object.fromEntries(told.map(([path, problem]) => [path, words(problem)])),
  };
  const paths = Object.keys(errors);

  const submit = () => {
    if (save.isPending) return;
    const bad = Object.keys(problems);
    setChecked(true);
    if (bad.length === 0) return save.mutate(inputOf(form));
    parts.open(partsWith(form, bad));
    focus(bad[0]);
  };
  const scope: FormScope = {
    model: form.model,
    offer,
    busy: save.isPending,
    errorAt: (path) => errors[path],
    countBelow: (path) => paths.filter((one) => hasBelow([one], path)).length,
    openParts: parts.ids,
    setOpen: parts.set,
  };
  return {
    form,
    scope,
    save,
    focus,
    submit,
    openPart: (id: string) => parts.open([id]),
    problemCount: told.length,
    isDirty: !isSameForm(form, base),
    change: (next: PresetForm) => {
      setForm(next);
      // What the server refused was said of what stood there before.
      if (save.isError || save.isSuccess) save.reset();
    },
    discard: () => {
      setForm(base);
      setChecked(false);
      save.reset();
    },
  };
}

export type PresetFormState = ReturnType<typeof usePresetForm>;

function useOpenParts() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const open = (more: readonly string[]) => setIds((before) => new Set([...before, ...more]));
  const set = (id: string, isOpen: boolean) => {
    if (isOpen) open([id]);
    else setIds((before) => new Set([...before].filter((one) => one !== id)));
  };
  return { ids, open, set };
}

/** Brings the focus to the field of a path, once it is drawn. */
function useFocusOn(): (path: string | undefined) => void {
  const [target, setTarget] = useState<{ path: string }>();
  useEffect(() => {
    if (target) document.getElementById(fieldId(target.path))?.focus();
  }, [target]);
  return useCallback((path) => setTarget(path === undefined ? undefined : { path }), []);
}
