import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import type { Project } from '@kinora/contract/projects';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { useReachWords } from '../components/reach-words.ts';
import { geoblockRulesQuery, refreshRules } from '../data.ts';
import { ChangeChoice } from '../../../ui/project/change-choice.tsx';
import { Section } from '../../../ui/project/section.tsx';
import classes from '../../../ui/project/section.module.css';

/** Shows where the project's videos may be watched. `#geoblocking` leads here. */
export function GeoblockSection({ project }: { project: Project }) {
  const t = useTranslations('geoblockRules.project');
  const { namespace, role } = useTeam();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const reach = useReachWords();
  const rules = useQuery(geoblockRulesQuery(scope));
  const rule = rules.data?.data.find(({ id }) => id === project.geoblockRuleId);
  const [changing, setChanging] = useState(false);
  const hasRules = (rules.data?.data.length ?? 0) > 0;
  const toChoices = (all: GeoblockRule[]) =>
    all.map((one) => ({
      value: one.id,
      title: one.name,
      tag: one.isTeamDefault ? t('isDefault') : undefined,
      // The first rule is called after what it says.
      text: reach(one) === one.name ? undefined : reach(one),
    }));
  return (
    <>
      <Section
        project={project}
        hash="geoblocking"
        title={t('title')}
        note={t('note')}
        changeLabel={t('change')}
        onChange={() => setChanging(true)}
      >
        <div className={classes.name}>{rule?.name ?? project.geoblockRule.name}</div>
        {(!rule || reach(rule) !== rule.name) && (
          <p className={classes.lines}>{rule ? reach(rule) : '\u00a0'}</p>
        )}
        {mayManageTeam(role) && hasRules && (
          <p className={classes.link}>
            <Link to={paths.geoBlocking(namespace)}>{t('settings')}</Link>
          </p>
        )}
      </Section>
      <ChangeChoice
        project={project}
        opened={changing}
        onClose={() => setChanging(false)}
        field="geoblockRuleId"
        words={{
          title: t('dialogTitle'),
          note: t('dialogNote'),
          effect: t('effect', { count: project.videoCount }),
          label: t('title'),
          submit: t('select'),
          saved: t('saved'),
        }}
        item={t('item')}
        query={rules}
        toChoices={toChoices}
        refresh={() => refreshRules(queryClient, scope)}
      />
    </>
  );
}
