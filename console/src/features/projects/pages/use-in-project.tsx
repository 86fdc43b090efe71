import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { MissingItem } from '../../../ui/missing-item.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { UseForm } from '../components/use-form.tsx';
import { useNamedThing } from '../components/use-named-thing.ts';
import { readUse, type Use } from '../rules/use-in-project.ts';

/** Where a new channel, player or rule goes next: into a project. */
export function UseInProjectPage() {
  const t = useTranslations('projects.use');
  const projects = useTranslations('projects');
  const { namespace } = useTeam();
  const [use] = useSearchParams(readUse);
  const back = { to: paths.projects(namespace), label: t('back') };
  if (use === undefined) {
    return (
      <>
        <PageHead title={t('item')} crumbs={[{ to: back.to, label: projects('title') }]} />
        <MissingItem item={t('item')} back={back} />
      </>
    );
  }
  return <UsePage use={use} />;
}

const LISTS = {
  channel: paths.playbackChannels,
  player: paths.players,
  rule: paths.geoBlocking,
};

function UsePage({ use }: { use: Use }) {
  const t = useTranslations('projects.use');
  const { namespace } = useTeam();
  const { query, thing } = useNamedThing(use);
  const list = { to: LISTS[use.kind](namespace), label: t(`lists.${use.kind}`) };
  return (
    <>
      <PageHead title={thing ? t('title', { name: thing.name }) : t('item')} crumbs={[list]} />
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {() =>
          thing === undefined ? (
            <MissingItem item={t('item')} back={list} />
          ) : (
            <FormPage>
              <Card>
                <UseForm use={use} name={thing.name} />
              </Card>
            </FormPage>
          )
        }
      </Loaded>
    </>
  );
}
