import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './form.module.css';

// The pages before one is signed in have no part of Mantine: their bundle would be twice as large.

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> & {
  label: string;
  onChange: (value: string) => void;
  error?: string | undefined;
};

/** A labelled line of text. */
export function AccountField({ children, ...props }: Props & { children?: ReactNode }) {
  const { label, onChange, error, ...input } = props;
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.field}>
        <input
          {...input}
          id={id}
          className={classes.input}
          onInput={(event) => onChange(event.currentTarget.value)}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })}
        />
        {children}
      </div>
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A password, which can be shown while it is typed. */
export function PasswordField(props: Omit<Props, 'type'>) {
  const t = useTranslations('accounts');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <AccountField {...props} type={isShown ? 'text' : 'password'}>
      <button
        type="button"
        className={classes.show}
        aria-label={t('showPassword')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
      </button>
    </AccountField>
  );
}
