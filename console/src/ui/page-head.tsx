import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useDocumentTitle } from '../base/document-title.ts';
import type { GuideName } from '../base/guides.ts';
import { Link } from './link.tsx';
import { ReadOn } from './read-on.tsx';
import classes from './page-head.module.css';

export type Crumb = { label: string; to: string };

type Props = {
  title: string;
  /** Instead of the plain title: one that is edited in place. The title still names the window. */
  heading?: ReactNode;
  crumbs?: Crumb[];
  /** One line of facts under the title. */
  facts?: ReactNode;
  /** Where to read on, beside the facts. */
  guide?: GuideName;
  /** One filled button, the others quiet. On phones they take a row of their own. */
  actions?: ReactNode;
  /** On phones too, the actions stand in the title's line. */
  inlineActions?: boolean;
  /** Further parts of the window's title: the project a video list belongs to. */
  windowTitle?: string[];
};

/** The heading of a page, alone or among what edits it in place. */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className={classes.title}>{children}</h1>;
}

export function PageHead(props: Props) {
  const { title, heading, crumbs, facts, guide, actions, inlineActions, windowTitle = [] } = props;
  const t = useTranslations('ui');
  useDocumentTitle(title, ...windowTitle);
  return (
    <header className={classes.root} data-inline={inlineActions || undefined}>
      <div className={classes.words}>
        {crumbs && crumbs.length > 0 && (
          <nav aria-label={t('crumbs')} className={classes.crumbs}>
            {crumbs.map((crumb, index) => (
              <Fragment key={crumb.to}>
                {index > 0 && <span aria-hidden>/</span>}
                <Link to={crumb.to}>{crumb.label}</Link>
              </Fragment>
            ))}
          </nav>
        )}
        {heading ?? <PageTitle>{title}</PageTitle>}
        {(facts !== undefined || guide !== undefined) && (
          <div className={classes.facts}>
            {facts}
            {guide !== undefined && <ReadOn guide={guide} />}
          </div>
        )}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

/** A number and what it counts, for the line of facts. */
export function Fact({ value, children }: { value: string; children: ReactNode }) {
  return (
    <span>
      <strong className={classes.figure}>{value}</strong> {children}
    </span>
  );
}
