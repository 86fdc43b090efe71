import { useTranslations } from 'use-intl';
import { useErrorText } from '../../base/error-text.ts';
import { useFormScope } from './form.tsx';
import classes from './form-errors.module.css';

/** Lists what a save was refused for, each line a link to its field. */
export function FormErrors() {
  const t = useTranslations('ui');
  const describe = useErrorText();
  const { refused, save, at, focus } = useFormScope();
  const messages = Object.entries(refused);
  if (messages.length === 0) return null;
  return (
    <div className={classes.root} role="alert">
      <p className={classes.title}>{describe(save.error).title}</p>
      <ul className={classes.list}>
        {messages.map(([path, message]) => (
          <li key={path}>
            <button type="button" onClick={() => focus(path)}>
              {t('fieldProblem', { label: at(path).label, message })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
