import type { Project } from '@kinora/contract/projects';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHash } from '../../../../base/router/use-address.ts';
import { mayManageTeam } from '../../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Card } from '../../../../ui/card.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { PresetBadges } from '../../../presets/components/preset-badges.tsx';
import { usePresetLines } from '../../../presets/components/preset-words.ts';
import { presetsQuery } from '../../../presets/data.ts';
import { ChangePreset } from './change-preset.tsx';
import classes from './preset-section.module.css';

const HASH = 'preset';

/** The project's default preset in plain words, and the way to another. `#preset` leads here. */
export function PresetSection({ project }: { project: Project }) {
  const t = useTranslations('presets.project');
  const { namespace, role } = useTeam();
  const presets = useQuery(presetsQuery(useTeamScope()));
  const preset = presets.data?.data.find(({ id }) => id === project.presetId);
  const [changing, setChanging] = useState(false);
  const place = useHashTarget();
  return (
    <div id={HASH} ref={place} tabIndex={-1} className={classes.place}>
      <Card
        title={t('title')}
        note={t('note')}
        actions={
          project.actions.updateProject && (
            <Button variant="default" onClick={() => setChanging(true)}>
              {t('change')}
            </Button>
          )
        }
      >
        <div className={classes.name}>
          <span>{preset?.name ?? project.preset.name}</span>
          {preset && <PresetBadges preset={{ ...preset, isInUse: false }} />}
        </div>
        {preset ? <Makes preset={preset} /> : presets.isPending && <Bones />}
        {mayManageTeam(role) && (
          <p className={classes.link}>
            <Link to={paths.preset(namespace, project.presetId)}>{t('settings')}</Link>
          </p>
        )}
      </Card>
      <ChangePreset project={project} opened={changing} onClose={() => setChanging(false)} />
    </div>
  );
}

function Makes({ preset }: { preset: Parameters<ReturnType<typeof usePresetLines>>[0] }) {
  const lines = usePresetLines();
  return (
    <ul className={classes.lines}>
      {lines(preset).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Bones() {
  return (
    <Loading>
      <div className={classes.lines}>
        <Skeleton width="52%" />
        <Skeleton width="34%" />
      </div>
    </Loading>
  );
}

/** Scrolls here when the address ends with the hash, also when it comes to do so later. */
function useHashTarget() {
  const place = useRef<HTMLDivElement>(null);
  const isMeant = useHash() === HASH;
  useEffect(() => {
    if (!isMeant) return;
    place.current?.scrollIntoView();
    place.current?.focus({ preventScroll: true });
  }, [isMeant]);
  return place;
}
