import type { PageQuery } from '../../../base/lazy-query.ts';
import type { DrmConfig } from '@kinora/contract/drm-configs';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { AddJwtKey } from '../components/add-jwt-key.tsx';
import { ChannelsCard } from '../components/channels-card.tsx';
import { ExpiryBanner } from '../components/expiry-banner.tsx';
import { JwtKeyTable } from '../components/jwt-key-table.tsx';
import { MediaServiceCard } from '../components/media-service-card.tsx';
import { Section } from '../components/section.tsx';
import { ServiceCard } from '../components/service-card.tsx';
import classes from '../components/multi-drm.module.css';
import { drmConfigQuery, jwtKeysQuery } from '../data.ts';
import { SERVICES } from '../rules/services.ts';

export const pageQuery: PageQuery = ({ scope }) => drmConfigQuery(scope);

/** All that protected videos are licensed by, in the order in which one sets it up. */
export function MultiDrmPage() {
  const t = useTranslations('drmConfigs');
  const { namespace, role } = useTeam();
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} guide="drm" />
      {mayManageTeam(role) ? (
        <SetUp isAdmin={role === 'admin'} />
      ) : (
        <Forbidden
          title={t('forbidden.title')}
          text={t('forbidden.text')}
          back={{ to: paths.projects(namespace), label: t('forbidden.back') }}
        />
      )}
    </>
  );
}

function SetUp({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations('drmConfigs');
  const query = useQuery(drmConfigQuery(useTeamScope()));
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={5} />} item={t('title')}>
      {(config) => <Steps config={config} isAdmin={isAdmin} />}
    </Loaded>
  );
}

type Props = { config: DrmConfig; isAdmin: boolean };

function Steps({ config, isAdmin }: Props) {
  const t = useTranslations('drmConfigs');
  const { namespace } = useTeam();
  return (
    <div className={classes.page}>
      <ExpiryBanner config={config} />
      {!isAdmin && <Note tone="info">{t('askAdmin')}</Note>}
      <Section step={1} title={t('steps.services')} note={t('steps.servicesNote')}>
        <div className={classes.services}>
          {SERVICES.map((service) => (
            <ServiceCard key={service} config={config} service={service} isAdmin={isAdmin} />
          ))}
        </div>
      </Section>
      <Section step={2} title={t('steps.keys')} note={t('steps.keysNote')}>
        <Keys configId={config.id} isAdmin={isAdmin} />
      </Section>
      <Section step={3} title={t('steps.channels')} note={t('steps.channelsNote')}>
        <ChannelsCard config={config} isAdmin={isAdmin} />
        {config.playbackChannels.length > 0 && (
          <MediaServiceCard config={config} isAdmin={isAdmin} />
        )}
      </Section>
      <Section step={4} title={t('steps.test')} note={t('steps.testNote')}>
        <div>
          <Button
            component={Link}
            to={paths.multiDrmTest(namespace)}
            variant="default"
            leftSection={<IconPlayerPlay size={17} stroke={1.7} aria-hidden />}
          >
            {t('steps.toTest')}
          </Button>
        </div>
      </Section>
    </div>
  );
}

function Keys({ configId, isAdmin }: { configId: string; isAdmin: boolean }) {
  const t = useTranslations('drmConfigs');
  const query = useQuery(jwtKeysQuery(useTeamScope(), configId));
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={2} />} item={t('item')}>
      {({ data: keys }) => (
        <>
          {keys.length === 0 ? (
            <Card title={t('empty.title')} note={t('empty.text')} />
          ) : (
            <JwtKeyTable configId={configId} keys={keys} isAdmin={isAdmin} />
          )}
          {isAdmin && <AddJwtKey configId={configId} />}
        </>
      )}
    </Loaded>
  );
}
