import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import type { Video } from '@kinora/contract/videos/video';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { CardColumn } from '../../../ui/form-page.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { useReachWords } from '../components/reach-words.ts';
import { geoblockRulesQuery } from '../data.ts';
import { beginPolicy, findPolicyLists, getPolicyRuleId, toPolicyInput } from '../rules/policy.ts';
import { useProject } from '../../../base/project.ts';
import { usePolicy } from '../components/use-policy.ts';
import classes from './video-geoblock.module.css';

// The list of countries is loaded only for people who choose among them.
const CustomLists = lazyPart(
  async () => (await import('../components/custom-lists.tsx')).CustomLists,
  'geoblockRules',
  'geoblockRules.pages',
);

/** Shows where a video may be watched: as its project has it, by another rule, or by one of its own. */
export function VideoGeoblock({ video }: { video: Video }) {
  const t = useTranslations('geoblockRules.video');
  const rules = useQuery(geoblockRulesQuery(useTeamScope()));
  const form = usePolicy(video);
  return (
    <Form form={form} isPage>
      <CardColumn>
        <AppliesNow video={video} rules={rules.data?.data ?? []} />
        <Card title={t('title')} note={t('note')}>
          <div className={classes.fields}>
            {form.isReadOnly && (
              <Note tone="info" title={t('readOnly')}>
                {t('readOnlyText')}
              </Note>
            )}
            <FormErrors />
            <Loaded query={rules} skeleton={<Bones />} item={t('item')}>
              {({ data }) => <Choices form={form} rules={data} />}
            </Loaded>
          </div>
        </Card>
        {!form.isReadOnly && <SaveBar />}
      </CardColumn>
    </Form>
  );
}

type RulesProps = { rules: readonly GeoblockRule[] };

/** Shows the rule that viewers are under at the moment, whatever is being chosen. */
function AppliesNow({ video, rules }: { video: Video } & RulesProps) {
  const t = useTranslations('geoblockRules.video');
  const reach = useReachWords();
  const { geoblockRuleId } = useProject();
  const { geoblockPolicy: policy } = video;
  const stored = toPolicyInput(policy);
  // A rule that has changed since is newer than this copy of the video.
  const ruleId = getPolicyRuleId(stored, geoblockRuleId);
  const name = rules.find(({ id }) => id === ruleId)?.name ?? policy.name;
  const lists = findPolicyLists(stored, rules, geoblockRuleId) ?? policy.appliedRule;
  const words = reach(lists);
  return (
    <Card title={t('now')} note={t('takesEffect')}>
      <p className={classes.reach}>{words}</p>
      <p className={classes.source}>
        {name === words ? t(policy.type) : t(`by.${policy.type}`, { name })}
      </p>
    </Card>
  );
}

type ChoicesProps = { form: ReturnType<typeof usePolicy> } & RulesProps;

const TYPES = ['none', 'existingRule', 'customRule'] as const;

function Choices({ form, rules }: ChoicesProps) {
  const t = useTranslations('geoblockRules.video');
  const reach = useReachWords();
  const project = useProject();
  const { values, set, at, isFixed } = form;
  const { policy } = values;
  const { id, error } = at('policy');
  const chosen = findPolicyLists(policy, rules, project.geoblockRuleId);
  const ofProject = findPolicyLists({ type: 'none' }, rules, project.geoblockRuleId);
  const texts = {
    none: [...new Set([project.geoblockRule.name, ...(ofProject ? [reach(ofProject)] : [])])],
    existingRule: [t('existingRuleText')],
    customRule: [t('customRuleText')],
  };
  return (
    <>
      <ChoiceCards
        label={t('title')}
        value={policy.type}
        onChange={(next) => {
          const type = TYPES.find((one) => one === next);
          if (type !== undefined) set({ policy: beginPolicy(type, rules) });
        }}
        choices={TYPES.map((type) => ({
          value: type,
          title: t(type),
          isDisabled: isFixed,
          text: texts[type].map((line) => <span key={line}>{line}</span>),
        }))}
      />
      {policy.type === 'existingRule' && (
        <Select
          id={id}
          label={t('rule')}
          searchable
          nothingFound={t('nothingFound')}
          choices={rules.map((rule) => ({ value: rule.id, label: rule.name }))}
          value={policy.ruleId === '' ? null : policy.ruleId}
          onChange={(ruleId) => set({ policy: { type: 'existingRule', ruleId } })}
          error={error}
          readOnly={isFixed}
          description={chosen ? reach(chosen) : ' '}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
      {policy.type === 'customRule' && (
        <CustomLists
          id={id}
          value={policy.appliedRule}
          onChange={(appliedRule) => set({ policy: { type: 'customRule', appliedRule } })}
          readOnly={isFixed}
        />
      )}
    </>
  );
}

function Bones() {
  return (
    <Loading>
      <div className={classes.fields}>
        <Skeleton height={86} />
        <Skeleton height={66} />
        <Skeleton height={66} />
      </div>
    </Loading>
  );
}
