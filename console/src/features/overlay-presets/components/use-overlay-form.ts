import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { createOverlay, refreshOverlays, updateOverlay } from '../data.ts';
import {
  emptyForm,
  fileProblem,
  formOf,
  type ImageProblem,
  inputOf,
  type OverlayForm,
  overlayProblems,
  pixelProblem,
} from '../rules/form.ts';

export type ChosenImage = { file: File; aspect: number };

/** An overlay as it is being made or changed, and how it is saved. */
export function useOverlayForm(overlay: OverlayPreset | undefined) {
  const t = useTranslations('overlayPresets');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const before = overlay ? formOf(overlay) : emptyForm;
  const [form, setForm] = useState<OverlayForm>(before);
  const [image, setImage] = useState<ChosenImage>();
  const [refused, setRefused] = useState<ImageProblem>();
  const [isChecked, setChecked] = useState(false);
  const isMissing = overlay === undefined && image === undefined;
  const imageProblem = refused ?? (isMissing ? 'imageRequired' : undefined);
  const problems = overlayProblems(form);

  const save = useSave({
    run: () => {
      const input = inputOf(form);
      if (overlay) return updateOverlay(scope, overlay.id, input, image?.file ?? null);
      if (image === undefined) throw new Error('A new overlay is sent with its picture');
      return createOverlay(scope, input, image.file);
    },
    item: t('item'),
    done: ({ name }) => t(overlay ? 'saved' : 'created', { name }),
    onDone: async () => {
      await navigate({ to: paths.overlays(scope.teamName), ignoreBlocker: true });
      await refreshOverlays(queryClient, scope);
    },
  });
  const settle = () => {
    if (save.isError) save.reset();
  };
  return {
    form,
    image,
    save,
    problems,
    imageProblem: imageProblem === 'imageRequired' && !isChecked ? undefined : imageProblem,
    isChecked,
    isDirty: image !== undefined || JSON.stringify(form) !== JSON.stringify(before),
    change: (next: Partial<OverlayForm>) => {
      setForm({ ...form, ...next });
      settle();
    },
    choose: async (file: File) => {
      settle();
      const checked = await checkImage(file);
      setRefused(typeof checked === 'string' ? checked : undefined);
      if (typeof checked !== 'string') setImage(checked);
    },
    /** Sends what is sound; else answers the first field that is not. */
    submit: (): string | undefined => {
      setChecked(true);
      const [first] = Object.keys(problems);
      // In the order of the form.
      const bad = first === 'name' ? first : imageProblem ? 'image' : first;
      if (bad === undefined && !save.isPending) save.mutate();
      return bad;
    },
  };
}

/** The file with its shape, or what is wrong with it. The browser must be able to draw it. */
async function checkImage(file: File): Promise<ChosenImage | ImageProblem> {
  const problem = fileProblem(file);
  if (problem !== undefined) return problem;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return 'imageType';
  const { width, height } = bitmap;
  bitmap.close();
  return pixelProblem(width, height) ?? { file, aspect: height / width };
}
