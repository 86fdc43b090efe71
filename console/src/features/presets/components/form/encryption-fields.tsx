import type { KeyServer } from '@kinora/contract/key-servers';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { useFormScope } from '../../../../ui/form/form.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Note } from '../../../../ui/note.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { keyServersQuery } from '../../../key-servers/data.ts';
import { findChosenServer, withEncryption, withKeyServer } from '../../rules/encryption.ts';
import type { VideoTrackForm } from '../../rules/form.ts';
import { ChoiceField } from './fields.tsx';
import { usePresetScope } from './form-context.ts';
import classes from './preset-form.module.css';

type Props = { path: string; track: VideoTrackForm };

/** Shows whether the track is encrypted, and by which server: one for the whole preset. */
export function EncryptionFields({ path, track }: Props) {
  const t = useTranslations('presets.encryption');
  const servers = useQuery(keyServersQuery(useTeamScope()));
  const { profiles, setProfiles } = usePresetScope();
  const { isFixed } = useFormScope();
  const { isEnableVideoEncryption: isOn } = track.encryption;
  const toggle = (isEnableVideoEncryption: boolean) => {
    const [only, ...others] = servers.data?.data.filter(isActive) ?? [];
    const first = others.length === 0 ? (only?.id ?? null) : null;
    const keyServerId = isEnableVideoEncryption ? (findChosenServer(profiles) ?? first) : null;
    setProfiles(withEncryption(profiles, track.id, { isEnableVideoEncryption, keyServerId }));
  };
  return (
    <div className={`${classes.wide} ${classes.encryption}`}>
      <Switch
        label={t('label')}
        description={t('hint')}
        checked={isOn}
        disabled={isFixed}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {isOn && (
        <Loaded query={servers} skeleton={<Skeleton height={60} />} item={t('server')}>
          {({ data }) => (
            <ServerField
              path={`${path}.encryption.keyServerId`}
              chosen={track.encryption.keyServerId}
              servers={data}
              onChange={(id) => setProfiles(withKeyServer(profiles, id))}
            />
          )}
        </Loaded>
      )}
    </div>
  );
}

const isActive = ({ status }: KeyServer) => status === 'active';

type ServerProps = {
  path: string;
  chosen: string | null;
  servers: readonly KeyServer[];
  onChange: (id: string) => void;
};

/** The active servers, and the chosen one also while it is not: it is kept. */
function ServerField({ path, chosen, servers, onChange }: ServerProps) {
  const t = useTranslations('presets.encryption');
  const { at } = useFormScope();
  const { teamName } = useTeamScope();
  const offered = servers.filter((server) => isActive(server) || server.id === chosen);
  const { id, error } = at(path);
  if (offered.length === 0) {
    return (
      <div id={id} tabIndex={-1}>
        <Note tone={error === undefined ? 'info' : 'danger'} title={t('none')}>
          {/* The typed values stay; the list is told of the new server by itself. */}
          <a href={paths.keyServers(teamName)} target="_blank" rel="noopener">
            {t('create')}
          </a>
        </Note>
      </div>
    );
  }
  const stopped = offered.find((server) => server.id === chosen && !isActive(server));
  return (
    <>
      <ChoiceField
        path={path}
        label={t('server')}
        description={t('serverHint')}
        required
        placeholder={t('choose')}
        value={chosen}
        choices={offered.map((server) => ({ value: server.id, label: server.name }))}
        onChange={onChange}
      />
      {stopped !== undefined && (
        <Note tone="warning" title={t('stopped', { name: stopped.name })}>
          <a href={paths.keyServer(teamName, stopped.id, 'test')} target="_blank" rel="noopener">
            {t('toTest')}
          </a>
        </Note>
      )}
    </>
  );
}
