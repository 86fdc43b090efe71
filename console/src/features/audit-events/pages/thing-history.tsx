import { TEAM_THINGS } from '@kinora/contract/team-things';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { MissingItem } from '../../../ui/missing-item.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { useEventWords } from '../components/use-words.ts';
import { historyQuery } from '../data.ts';
import { OwnHistory } from '../sections/own-history.tsx';

type ThingType = (typeof TEAM_THINGS)[number];

/** The list in which each kind of thing stands. */
const LISTS: Record<ThingType, (teamName: string) => string> = {
  geoblockRule: paths.geoBlocking,
  keyServer: paths.keyServers,
  overlayPreset: paths.overlays,
  playbackChannel: paths.playbackChannels,
  player: paths.players,
  preset: paths.presets,
  urlSigningKey: paths.urlSigningKeys,
};

const findType = (name: string | undefined) => TEAM_THINGS.find((type) => type === name);

export const pageQuery: PageQuery = ({ scope, params }) => {
  const subjectType = findType(params['thingType']);
  const { thingId: subjectId } = params;
  return subjectType === undefined || subjectId === undefined
    ? []
    : historyQuery(scope, { subjectType, subjectId });
};

/** The history of one thing of the team as a whole. */
export function ThingHistoryPage() {
  const t = useTranslations('auditEvents');
  const { teamName } = useTeamScope();
  const subjectType = findType(useRouteParam('thingType'));
  if (subjectType !== undefined) return <ThingHistory subjectType={subjectType} />;
  return (
    <MissingItem
      item={t('item')}
      back={{ to: paths.team(teamName), label: t('adminsOnly.back') }}
    />
  );
}

function ThingHistory({ subjectType }: { subjectType: ThingType }) {
  const t = useTranslations('auditEvents');
  const scope = useTeamScope();
  const subjectId = useRouteParam('thingId');
  const { ofType } = useEventWords();
  const { data } = useQuery(historyQuery(scope, { subjectType, subjectId }));
  const name = data?.data[0]?.subject.name ?? data?.names[subjectId];
  return (
    <>
      <PageHead
        title={name === undefined ? t('title') : t('own.title', { name })}
        crumbs={[{ to: LISTS[subjectType](scope.teamName), label: ofType(subjectType) }]}
      />
      <OwnHistory subjectType={subjectType} subjectId={subjectId} />
    </>
  );
}
