import type { DrmConfig } from '@kinora/contract/drm-configs';
import type { DrmService } from '@kinora/contract/drm-outputs';
import type words from '@kinora/i18n/en/drmConfigs.services';
import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useNow } from '../../../base/use-now.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { getServiceState, STATE_TONES } from '../rules/services.ts';
import { RemoveService } from './remove-service.tsx';
import { ServiceDialog } from './service-dialog.ts';
import classes from './multi-drm.module.css';

type Props = { config: DrmConfig; service: DrmService; isAdmin: boolean };

/** Shows what a team has of one maker, and the way to set it up, change it or end it. */
export function ServiceCard({ config, service, isAdmin }: Props) {
  const t = useTranslations('drmConfigs');
  const state = getServiceState(config, service, useNow());
  const isThere = state !== 'none';
  return (
    <Card
      title={t(`devices.names.${service}`)}
      note={t(`devices.on.${service}`)}
      actions={
        <div className={classes.side}>
          <StatusPill tone={STATE_TONES[state]}>{t(`states.${state}`)}</StatusPill>
          {isAdmin && <Actions config={config} service={service} isThere={isThere} />}
        </div>
      }
    >
      {isThere && <ServiceFacts config={config} service={service} />}
    </Card>
  );
}

function Actions({ config, service, isThere }: Omit<Props, 'isAdmin'> & { isThere: boolean }) {
  const t = useTranslations('drmConfigs');
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState<DrmService>();
  const nameOf = (action: string) =>
    t('nameOf', { action, service: t(`devices.names.${service}`) });
  const edit = t(isThere ? 'changeIt' : 'setUp');
  return (
    <>
      <Button
        size="sm"
        variant={isThere ? 'default' : 'light'}
        aria-label={nameOf(edit)}
        onClick={() => setEditing(true)}
      >
        {edit}
      </Button>
      {isThere && (
        <Button
          size="sm"
          variant="subtle"
          color="red"
          aria-label={nameOf(t('remove.action'))}
          onClick={() => setRemoving(service)}
        >
          {t('remove.action')}
        </Button>
      )}
      <ServiceDialog
        opened={editing}
        onClose={() => setEditing(false)}
        config={config}
        service={service}
      />
      <RemoveService config={config} service={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
}

function ServiceFacts({ config, service }: Omit<Props, 'isAdmin'>) {
  const t = useTranslations('drmConfigs.facts');
  const facts = useFacts(config)[service];
  return (
    <Facts>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{t(name)}</dt>
          <dd className={classes.value}>{value}</dd>
        </Fragment>
      ))}
    </Facts>
  );
}

type FactName = keyof typeof words.facts;
type Fact = [name: Exclude<FactName, 'bitsOf'>, value: string];

function useFacts(config: DrmConfig): Record<DrmService, Fact[]> {
  const t = useTranslations('drmConfigs');
  const format = useFormat();
  const { fairplayKsmConfig: fairplay, widevineProxyConfig: widevine } = config;
  const { playreadyProxyConfig: playready } = config;
  return {
    fairplay: fairplay
      ? [
          ['serviceName', fairplay.serviceName],
          ['subject', fairplay.certificate.subject],
          ['serialNumber', fairplay.certificate.serialNumber],
          ['bits', t('facts.bitsOf', { bits: String(fairplay.certificate.bits) })],
          ['expiresAt', format.date(fairplay.certificate.expiresAt)],
          ['hdcpType', t(`fairplayHdcp.${fairplay.hdcpType}`)],
        ]
      : [],
    widevine: widevine
      ? [
          ['serviceName', widevine.serviceName],
          ['provider', widevine.provider],
          ['licenseUrl', widevine.licenseUrl],
          ['emeLevel', t(`levels.${toLevel(widevine.emeLevel)}`)],
          ['hdcp', t(`widevineHdcp.${widevine.hdcp}`)],
        ]
      : [],
    playready: playready
      ? [
          ['serviceName', playready.serviceName],
          ['licenseUrl', playready.licenseUrl],
        ]
      : [],
  };
}

const toLevel = (level: number) => String(level) as '1' | '2' | '3' | '4' | '5';
