import { TextInput, type TextInputProps } from '@mantine/core';
import type { AnyForm, TextField as Field } from '../../../../ui/form/use-form.ts';

type Props = TextInputProps & { owner: Pick<AnyForm, 'touch'>; path: string; field: Field };

/** A technical text: browsers neither fill it in nor correct it. */
export function TextField({ owner, path, field, ...others }: Props) {
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autoComplete="off"
      spellCheck={false}
      translate="no"
      onBlur={() => field.value !== '' && owner.touch(path)}
      {...field}
      {...others}
    />
  );
}
