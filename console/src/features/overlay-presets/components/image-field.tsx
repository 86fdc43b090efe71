import { OVERLAY_IMAGE_TYPES } from '@kinora/contract/bounds';
import { useTranslations } from 'use-intl';
import { FileField, FileName } from '../../../ui/form/file-field.tsx';

type Props = {
  id: string;
  label: string;
  /** Name of the chosen file; undefined while there is none. */
  fileName: string | undefined;
  /** There is a picture already, which another one replaces. */
  hasImage: boolean;
  onChoose: (file: File) => void;
  error: string | undefined;
  disabled: boolean;
  readOnly: boolean;
};

export function ImageField({ fileName, hasImage, disabled, readOnly, ...field }: Props) {
  const t = useTranslations('overlayPresets.fields');
  return (
    <FileField
      {...field}
      required
      accept={OVERLAY_IMAGE_TYPES.join(',')}
      hint={t('imageHint')}
      button={hasImage ? t('otherImage') : t('chooseImage')}
      after={fileName !== undefined && <FileName>{fileName}</FileName>}
      disabled={disabled || readOnly}
    />
  );
}
