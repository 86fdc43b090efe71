import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors, useErrorText } from '../base/error-text.ts';
import classes from './form-errors.module.css';

type Props = {
  /** The failure of the save; nothing is drawn without one, or for other failures than a 422. */
  error: unknown;
  /** Path of each field to its label and the id of its input. */
  fields: Record<string, { label: string; id: string }>;
};

/** What a save was refused for, each line a link to its field. The first bad field gets the focus. */
export function FormErrors({ error, fields }: Props) {
  const t = useTranslations('ui');
  const describe = useErrorText();
  const messages = Object.entries(fieldErrors(error));
  const focused = useRef<unknown>(undefined);

  useEffect(() => {
    if (!error || focused.current === error) return;
    focused.current = error;
    const first = Object.keys(fieldErrors(error)).find((path) => path in fields);
    const id = first === undefined ? undefined : fields[first]?.id;
    if (id !== undefined) document.getElementById(id)?.focus();
  }, [error, fields]);

  if (messages.length === 0) return null;
  return (
    <div className={classes.root} role="alert">
      <p className={classes.title}>{describe(error).title}</p>
      <ul className={classes.list}>
        {messages.map(([path, message]) => {
          const field = fields[path];
          return (
            <li key={path}>
              {field ? (
                <button type="button" onClick={() => document.getElementById(field.id)?.focus()}>
                  {t('fieldProblem', { label: field.label, message })}
                </button>
              ) : (
                message
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
