import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { useProblemWords } from '../../presets/components/problem-words.ts';
import { createOverlay, refreshOverlays, updateOverlay } from '../data.ts';
import {
  checkFile,
  checkOverlay,
  checkPixels,
  EMPTY_FORM,
  type ImageProblem,
  type OverlayForm,
  PERCENT_FIELDS,
  toForm,
  toInput,
} from '../rules/form.ts';

export type ChosenImage = { file: File; aspect: number };

export type TypedOverlay = OverlayForm & {
  image: ChosenImage | undefined;
  /** Says why the file that was chosen last is not taken. */
  imageProblem: ImageProblem | undefined;
};

/** An overlay as it is being made or changed, and how it is saved. */
export function useOverlayForm(overlay: OverlayPreset | undefined) {
  const t = useTranslations('overlayPresets');
  const words = useProblemWords();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const fields = ['name', 'image', 'position', ...PERCENT_FIELDS] as const;
  const form = useForm<TypedOverlay, OverlayPreset>({
    id: 'overlay',
    stored: {
      ...(overlay ? toForm(overlay) : EMPTY_FORM),
      image: undefined,
      imageProblem: undefined,
    },
    labels: Object.fromEntries(fields.map((field) => [field, t(`fields.${field}`)])),
    isSame: (one, other) => toComparedText(one) === toComparedText(other),
    problems: (typed) => {
      const found = checkOverlay(typed);
      const toFieldProblem = (field: keyof typeof found) => {
        const problem = found[field];
        return problem && { text: words(problem), waits: problem.code === 'required' };
      };
      const isMissing = overlay === undefined && typed.image === undefined;
      const image = typed.imageProblem ?? (isMissing ? 'imageRequired' : undefined);
      return {
        name: toFieldProblem('name'),
        image: image && { text: t(`problems.${image}`), waits: image === 'imageRequired' },
        ...Object.fromEntries(PERCENT_FIELDS.map((field) => [field, toFieldProblem(field)])),
      };
    },
    run: ({ image, ...typed }) => {
      const input = toInput(typed);
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
    leaves: true,
  });
  return {
    form,
    choose: async (file: File) => {
      const checked = await checkImage(file);
      form.set(
        typeof checked === 'string'
          ? { imageProblem: checked }
          : { image: checked, imageProblem: undefined },
      );
    },
  };
}

const toComparedText = (typed: TypedOverlay) =>
  JSON.stringify({ ...typed, imageProblem: undefined });

/** The file with its shape, or its problem. The browser must be able to draw it. */
async function checkImage(file: File): Promise<ChosenImage | ImageProblem> {
  const problem = checkFile(file);
  if (problem !== undefined) return problem;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return 'imageType';
  const { width, height } = bitmap;
  bitmap.close();
  return checkPixels(width, height) ?? { file, aspect: height / width };
}
