import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Card } from '../../../../ui/card.tsx';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { Avatar } from '../../../../ui/frame/avatar.tsx';
import { Link } from '../../../../ui/link.tsx';
import { useHostingName } from '../choice-words.ts';
import classes from './general.module.css';

type Props = { project: Project };

export function IdentityCard({ project }: Props) {
  const t = useTranslations('projects.general');
  return (
    <Card title={t('identity')} note={t('identityNote')}>
      <div className={classes.codes}>
        <CopyField label={t('key')} value={project.key} copyLabel={t('copyKey')} />
        <CopyField label={t('id')} value={project.id} copyLabel={t('copyId')} />
      </div>
    </Card>
  );
}

export function CreatorCard({ project }: Props) {
  const t = useTranslations('projects.general');
  const format = useFormat();
  return (
    <Card title={t('createdBy')}>
      <div className={classes.creator}>
        <Avatar name={project.creator.name} kind="person" />
        <div>
          <div className={classes.person}>{project.creator.name}</div>
          <time dateTime={project.createdAt} className={classes.second}>
            {format.dateTime(project.createdAt)}
          </time>
        </div>
      </div>
    </Card>
  );
}

export function DefaultsCard({ project }: Props) {
  const t = useTranslations('projects.general');
  const hostingName = useHostingName();
  const { teamName } = useTeamScope();
  return (
    <Card title={t('defaults')}>
      <dl className={classes.pairs}>
        <dt>{t('preset')}</dt>
        <dd>
          <Link to={paths.projectDefaults(teamName, project.key)}>{project.preset.name}</Link>
        </dd>
        <dt>{t('geoblockRule')}</dt>
        <dd>{project.geoblockRule.name}</dd>
        <dt>{t('hosting')}</dt>
        <dd>{hostingName(project.hosting)}</dd>
      </dl>
    </Card>
  );
}
