import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { findGuides, listSections } from '../rules/find-guides.ts';
import type { Guide } from '../rules/guide.ts';
import classes from './help.module.css';

type Props = {
  guides: readonly Guide[];
  /** The open guide, whose sections are listed. */
  current?: Guide;
  withLeads?: boolean;
};

/** All guides, with a search over their whole text, and the API's description. */
export function GuideList({ guides, current, withLeads = false }: Props) {
  const t = useTranslations('help');
  const { teamName } = useTeamScope();
  const [text, setText] = useState('');
  const found = findGuides(guides, text);
  return (
    <>
      <SearchBox value={text} onSearch={setText} placeholder={t('search')} />
      <p role="status" className={found.length > 0 ? 'visually-hidden' : classes.none}>
        {text !== '' && t('found', { count: found.length, text })}
      </p>
      <ul className={classes.list} data-leads={withLeads || undefined}>
        {found.map(({ guide, sections }) => {
          const isRead = guide === current;
          const shown = isRead && text === '' ? listSections(guide) : sections;
          return (
            <li key={guide.name}>
              <Link to={paths.help(teamName, guide.name)} className={classes.entry}>
                {guide.title}
              </Link>
              {withLeads && <p className={classes.lead}>{guide.lead}</p>}
              {shown.length > 0 && (
                <ul className={classes.sections}>
                  {shown.map(({ id, title }) => (
                    <li key={id}>
                      <Link to={paths.help(teamName, guide.name, id)}>{title}</Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <a className={classes.reference} href="/api/docs" target="_blank" rel="noopener">
        {t('reference')}
        <IconExternalLink size={15} stroke={1.7} aria-hidden />
      </a>
    </>
  );
}
