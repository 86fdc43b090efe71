import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import type { Project } from '@kinora/contract/projects';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { ChoiceSection } from '../../../ui/project/choice-section.tsx';
import classes from '../../../ui/project/section.module.css';
import { useReachWords } from '../components/reach-words.ts';
import { geoblockRulesQuery, refreshRules } from '../data.ts';

/** Shows where the project's videos may be watched. `#geoblocking` leads here. */
export function GeoblockSection({ project }: { project: Project }) {
  const t = useTranslations('geoblockRules.project');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const reach = useReachWords();
  const rules = useQuery(geoblockRulesQuery(scope));
  const rule = rules.data?.data.find(({ id }) => id === project.geoblockRuleId);
  const hasRules = (rules.data?.data.length ?? 0) > 0;
  const toChoices = (all: GeoblockRule[]) =>
    all.map((one) => ({
      value: one.id,
      title: one.name,
      tag: one.isTeamDefault ? t('isDefault') : undefined,
      // The first rule is named after its effect.
      text: reach(one) === one.name ? undefined : reach(one),
    }));
  return (
    <ChoiceSection
      project={project}
      hash="geoblocking"
      field="geoblockRuleId"
      words={{
        title: t('title'),
        note: t('note'),
        change: t('change'),
        dialogTitle: t('dialogTitle'),
        dialogNote: t('dialogNote'),
        effect: t('effect', { count: project.videoCount }),
        label: t('title'),
        submit: t('select'),
        saved: t('saved'),
        settings: t('settings'),
      }}
      item={t('item')}
      query={geoblockRulesQuery(scope)}
      toChoices={toChoices}
      refresh={() => refreshRules(queryClient, scope)}
      settingsAt={hasRules ? paths.geoBlocking(scope.teamName) : null}
      name={rule?.name ?? project.geoblockRule.name}
      about={
        (!rule || reach(rule) !== rule.name) && (
          <p className={classes.lines}>{rule ? reach(rule) : '\u00a0'}</p>
        )
      }
    />
  );
}
