import { MAX_TAGS, TAG_LETTERS } from '@kinora/contract/bounds';
import type { DrmModel } from '@kinora/contract/drm';
import type { GeoblockPolicyInput } from '@kinora/contract/geoblock-rules';
import type { Preset } from '@kinora/contract/presets';
import type { Project } from '@kinora/contract/projects';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { Card } from '../../../../ui/card.tsx';
import { Select } from '../../../../ui/form/select.tsx';
import { useOverlayWords } from '../../../overlay-presets/components/overlay-words.ts';
import { overlaysQuery } from '../../../overlay-presets/data.ts';
import { usePresetLines } from '../../../presets/components/preset-words.ts';
import { presetsQuery } from '../../../presets/data.ts';
import { hasOwnKey } from '../../../presets/rules/encryption.ts';
import { MODEL_LABELS } from '../../../presets/rules/models.ts';
import { TagsField } from '../../../projects/components/tags-field.tsx';
import { useReachWords } from '../../../geoblock-rules/components/reach-words.ts';
import { geoblockRulesQuery } from '../../../geoblock-rules/data.ts';
import { beginPolicy, getPolicyRuleId } from '../../../geoblock-rules/rules/policy.ts';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { findDefaultModel } from '../../../playback-channels/rules.ts';
import classes from './upload-form.module.css';

const CustomLists = lazyPart(
  async () => (await import('../../../geoblock-rules/components/custom-lists.tsx')).CustomLists,
  'geoblockRules',
  'geoblockRules.pages',
);

export type Settings = {
  tags: string[];
  presetId: string;
  overlayPresetId: string | null;
  geoblockPolicy: GeoblockPolicyInput;
};

type Props = {
  project: Project;
  settings: Settings;
  onChange: (settings: Settings) => void;
  disabled: boolean;
};

/** All files of this upload have these in common; they begin with the project's own choices. */
export function UploadSettings(props: Props) {
  const t = useTranslations('uploads.settings');
  return (
    <>
      <Card title={t('title')} note={t('note')}>
        <div className={classes.fields}>
          <TagsField
            label={t('tags')}
            description={t('tagsHint')}
            placeholder={props.settings.tags.length > 0 ? undefined : t('tagsPlaceholder')}
            projectKey={props.project.key}
            value={props.settings.tags}
            onChange={(tags) => props.onChange({ ...props.settings, tags })}
            maxTags={MAX_TAGS}
            maxLength={TAG_LETTERS.max}
            disabled={props.disabled}
          />
          <PresetChoice {...props} />
          <OverlayChoice {...props} />
        </div>
      </Card>
      <Card title={t('rule')} note={t('ruleNote')}>
        <RuleChoice {...props} />
      </Card>
      <Card title={t('channel')}>
        <Channels {...props} />
      </Card>
    </>
  );
}

function PresetChoice({ project, settings, onChange, disabled }: Props) {
  const t = useTranslations('uploads.settings');
  const lines = usePresetLines();
  const presets = useQuery(presetsQuery(useTeamScope()));
  const chosen = presets.data?.data.find((preset) => preset.id === settings.presetId);
  const sumUp = (preset: Preset) =>
    [MODEL_LABELS[preset.vodDeliveryModel], ...lines(preset)].join(' · ');
  const nameChoice = ({ id, name }: { id: string; name: string }) => ({
    value: id,
    label: id === project.presetId ? t('ofProject', { name }) : name,
  });
  const data = presets.data?.data.map((preset) => ({
    ...nameChoice(preset),
    note: sumUp(preset),
  })) ?? [nameChoice(project.preset)];
  return (
    <Select
      label={t('preset')}
      choices={data}
      value={settings.presetId}
      onChange={(presetId) => onChange({ ...settings, presetId })}
      // A line is kept free for it while it loads.
      description={chosen ? sumUp(chosen) : ' '}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={disabled}
    />
  );
}

/** Only where the team has overlays at all. */
function OverlayChoice({ settings, onChange, disabled }: Props) {
  const t = useTranslations('overlayPresets.upload');
  const words = useOverlayWords();
  const overlays = useQuery(overlaysQuery(useTeamScope())).data?.data ?? [];
  if (overlays.length === 0) return null;
  const chosen = overlays.find(({ id }) => id === settings.overlayPresetId);
  return (
    <Select
      label={t('label')}
      choices={[
        { value: NO_OVERLAY, label: t('none') },
        ...overlays.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={settings.overlayPresetId ?? NO_OVERLAY}
      onChange={(id) => onChange({ ...settings, overlayPresetId: id === NO_OVERLAY ? null : id })}
      description={chosen ? words(chosen) : t('hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={disabled}
    />
  );
}

const NO_OVERLAY = 'none';

const CUSTOM_RULE = 'custom';

/** Chooses the project's rule, another one, or countries of the files' own. */
function RuleChoice({ project, settings, onChange, disabled }: Props) {
  const t = useTranslations('uploads.settings');
  const words = useReachWords();
  const known = useQuery(geoblockRulesQuery(useTeamScope())).data?.data;
  const { geoblockPolicy: policy } = settings;
  const ruleId = getPolicyRuleId(policy, project.geoblockRuleId);
  const chosen = known?.find((rule) => rule.id === ruleId);
  const set = (geoblockPolicy: GeoblockPolicyInput) => onChange({ ...settings, geoblockPolicy });
  const choose = (id: string) => {
    if (id === CUSTOM_RULE) return set(beginPolicy('customRule', []));
    return set(
      id === project.geoblockRuleId ? { type: 'none' } : { type: 'existingRule', ruleId: id },
    );
  };
  return (
    <div className={classes.fields}>
      <Select
        aria-label={t('rule')}
        choices={[
          ...(known ?? [project.geoblockRule]).map(({ id, name }) => ({
            value: id,
            label: id === project.geoblockRuleId ? t('ofProject', { name }) : name,
          })),
          { value: CUSTOM_RULE, label: t('customRule') },
        ]}
        value={ruleId ?? CUSTOM_RULE}
        onChange={choose}
        description={ruleId === undefined ? undefined : chosen ? words(chosen) : ' '}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        disabled={disabled}
      />
      {policy.type === 'customRule' && (
        <CustomLists
          id="upload-countries"
          value={policy.appliedRule}
          onChange={(appliedRule) => set({ type: 'customRule', appliedRule })}
          readOnly={disabled}
        />
      )}
    </div>
  );
}

function Channels({ project, settings }: Props) {
  const t = useTranslations('uploads.settings');
  const channels = useQuery(channelsQuery(useTeamScope()));
  const protection = useProtection(project, settings.presetId);
  const ids = [
    project.primaryPlaybackChannelId,
    ...project.playbackChannelIds.filter((id) => id !== project.primaryPlaybackChannelId),
  ];
  const shown = ids.flatMap((id) => channels.data?.data.find((one) => one.id === id) ?? []);
  return (
    <ul className={classes.channels}>
      {shown.map((channel) => (
        <li key={channel.id}>
          <span className={classes.channel}>{channel.name}</span>
          {channel.id === project.primaryPlaybackChannelId && shown.length > 1 && (
            <span className={classes.primary}>{t('primary')}</span>
          )}
          <code className={classes.domain} translate="no">
            {channel.defaultPlaybackDomain}
          </code>
        </li>
      ))}
      {protection !== 'none' && (
        <li className={classes.protection}>{t('protection', { model: protection })}</li>
      )}
    </ul>
  );
}

/** The model by which the videos will be protected, as the project's primary channel says. */
function useProtection(project: Project, presetId: string): DrmModel {
  const scope = useTeamScope();
  const channels = useQuery(channelsQuery(scope)).data?.data ?? [];
  const presets = useQuery(presetsQuery(scope)).data?.data ?? [];
  const preset = presets.find(({ id }) => id === presetId);
  const isOwn = preset === undefined || preset.vodDeliveryModel === 'classic' || hasOwnKey(preset);
  return isOwn ? 'none' : findDefaultModel(channels, project);
}
