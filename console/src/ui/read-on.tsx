import { IconHelp } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { GuideName } from '../base/guides.ts';
import { useTeamScope } from '../base/team-scope.ts';
import { paths } from '../paths.ts';
import { Link } from './link.tsx';
import classes from './read-on.module.css';

type Props = {
  guide: GuideName;
  /** Where the page shows what is lost when it is left. */
  inNewTab?: boolean;
};

/** Leads to the guide that tells more. */
export function ReadOn({ guide, inNewTab = false }: Props) {
  const t = useTranslations('ui');
  const { teamName } = useTeamScope();
  return (
    <Link
      to={paths.help(teamName, guide)}
      className={classes.root}
      {...(inNewTab && { target: '_blank' })}
    >
      <IconHelp size={16} stroke={1.7} aria-hidden />
      {t('readOn')}
    </Link>
  );
}
