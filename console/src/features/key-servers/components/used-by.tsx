import type { KeyServer } from '@kinora/contract/key-servers';
import { useTranslations } from 'use-intl';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { type UseLinks, UsesList } from '../../../ui/uses-list.tsx';
import { hasVideos, listChoices } from '../rules/state.ts';

const links: UseLinks = {
  project: (teamName, key) => `${paths.projectSettings(teamName, key)}#encryption`,
};

/** Shows the uses of a key server, next to every page of it. */
export function UsedByCard({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers.usedBy');
  const isChosen = listChoices(server).length > 0;
  const unused = hasVideos(server) ? 'videosText' : 'noneText';
  return (
    <Card title={t('title')} note={t(isChosen ? 'note' : unused)}>
      {isChosen && <UsedBy server={server} />}
    </Card>
  );
}

/** The presets and projects that encrypt with a server, each a link. */
export function UsedBy({ server }: { server: KeyServer }) {
  return <UsesList uses={listChoices(server)} links={links} />;
}
