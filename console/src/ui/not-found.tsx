import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useDocumentTitle } from '../base/document-title.ts';
import { Link } from './link.tsx';
import classes from './not-found.module.css';

/** Code 404 with a way home. */
export function NotFound({ home }: { home: string }) {
  const t = useTranslations('ui.notFound');
  useDocumentTitle(t('title'));
  return (
    <section className={classes.root}>
      <p className={classes.code} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>
        <span className="visually-hidden">404 </span>
        {t('title')}
      </h1>
      <p className={classes.text}>{t('text')}</p>
      <Button component={Link} to={home}>
        {t('home')}
      </Button>
    </section>
  );
}
