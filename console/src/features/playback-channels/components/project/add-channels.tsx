import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Project } from '@kinora/contract/projects';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../../base/error-text.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Loaded } from '../../../../ui/loaded.tsx';
import { channelsQuery } from '../../data.ts';
import { ChannelEffects } from '../channel-effects.tsx';
import { addChannels, removeChannel } from '../../data.ts';
import { StillUnsigned } from '../access/still-unsigned.tsx';
import { ChoicesSkeleton } from '../../../../ui/project/choices-skeleton.tsx';
import classes from '../../../../ui/project/section.module.css';
import { useKeepProject } from '../../../../base/project.ts';

type Props = { project: Project; opened: boolean; onClose: () => void };

/** Picks channels, then confirms what that means; one may go back in between. */
export function AddChannels({ project, opened, onClose }: Props) {
  const t = useTranslations('playbackChannels.project');
  const [busy, setBusy] = useState(false);
  const channels = useQuery({ ...channelsQuery(useTeamScope()), enabled: opened });
  return (
    <Dialog opened={opened} onClose={onClose} title={t('pickTitle')} size={520} busy={busy}>
      {opened && (
        <Loaded query={channels} skeleton={<ChoicesSkeleton />} item={t('item')}>
          {({ data }) => (
            <Steps project={project} channels={data} onClose={onClose} onBusy={setBusy} />
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

type StepsProps = {
  project: Project;
  channels: PlaybackChannel[];
  onClose: () => void;
  onBusy: (busy: boolean) => void;
};

function Steps({ project, channels, onClose, onBusy }: StepsProps) {
  const t = useTranslations('playbackChannels.project');
  const ui = useTranslations('ui');
  const [picked, pick] = useState<string[]>([]);
  const [isConfirming, confirm] = useState(false);
  const { save, failure } = useAdd(project, onClose, onBusy);
  const chosen = channels.filter(({ id }) => picked.includes(id));
  const primary = channels.find(({ id }) => id === project.primaryPlaybackChannelId);
  return (
    <div className={classes.form}>
      {isConfirming ? (
        <>
          <p>{t('confirmText', { count: chosen.length })}</p>
          <ul className={classes.lines}>
            {chosen.map(({ id, name, defaultPlaybackDomain }) => (
              <li key={id}>
                <strong>{name}</strong> <span translate="no">{defaultPlaybackDomain}</span>
              </li>
            ))}
          </ul>
          {chosen.map((channel) => (
            <ChannelEffects key={channel.id} from={primary} to={channel} />
          ))}
          {chosen.map((channel) => (
            <StillUnsigned key={channel.id} project={project} channels={channels} added={channel} />
          ))}
        </>
      ) : (
        <Picks project={project} channels={channels} picked={picked} onPick={pick} />
      )}
      {failure !== undefined && (
        <p role="alert" className={dialogClasses.alert}>
          {failure}
        </p>
      )}
      <div className={dialogClasses.footer}>
        {isConfirming ? (
          <Button variant="default" onClick={() => confirm(false)} disabled={save.isPending}>
            {t('back')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
        )}
        {isConfirming ? (
          <Button loading={save.isPending} onClick={() => save.mutate(picked)}>
            {t('confirm')}
          </Button>
        ) : (
          <Button disabled={chosen.length === 0} onClick={() => confirm(true)}>
            {t('next')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useAdd(project: Project, onClose: () => void, onBusy: (busy: boolean) => void) {
  const t = useTranslations('playbackChannels.project');
  const scope = useTeamScope();
  const keep = useKeepProject();
  const describe = useErrorText();
  const save = useSave({
    run: async (ids: string[]) => {
      onBusy(true);
      return addChannels(scope, project.key, ids).finally(() => onBusy(false));
    },
    done: (_, ids) => t('added', { count: ids.length }),
    undo: async (ids) => {
      for (const id of ids) await keep(await removeChannel(scope, project.key, id));
    },
    onDone: async (changed) => {
      onClose();
      await keep(changed);
    },
    shownByPage: () => true,
  });
  if (!save.error) return { save, failure: undefined };
  const { title, detail } = describe(save.error, { item: t('item'), action: 'save' });
  return { save, failure: `${title} ${detail}` };
}

type PicksProps = {
  project: Project;
  channels: PlaybackChannel[];
  picked: string[];
  onPick: (ids: string[]) => void;
};

function Picks({ project, channels, picked, onPick }: PicksProps) {
  const t = useTranslations('playbackChannels.project');
  const hasOthers = channels.some(({ id }) => !project.playbackChannelIds.includes(id));
  return (
    <Checkbox.Group
      label={t('pick')}
      value={[...project.playbackChannelIds, ...picked]}
      onChange={(ids) => onPick(ids.filter((id) => !project.playbackChannelIds.includes(id)))}
    >
      <div className={classes.picks}>
        {channels.map(({ id, name, defaultPlaybackDomain }) => {
          const isIn = project.playbackChannelIds.includes(id);
          return (
            <Checkbox
              key={id}
              value={id}
              label={name}
              description={isIn ? t('inUse') : defaultPlaybackDomain}
              disabled={isIn}
            />
          );
        })}
        {!hasOthers && <p className={classes.note}>{t('none')}</p>}
      </div>
    </Checkbox.Group>
  );
}
