import { useTranslations } from 'use-intl';
import { FormPage } from '../../../ui/form-page.tsx';
import { ProjectAccess } from '../components/access/project-access.tsx';
import { DetailsCard } from '../components/settings/details-card.tsx';
import { ReadOnlyNote } from '../../../ui/project/read-only-note.tsx';
import { CreatorCard, DefaultsCard, IdentityCard } from '../components/settings/general-cards.tsx';
import { useProject } from '../../../base/project.ts';

export function GeneralPage() {
  const t = useTranslations('projects.general');
  const project = useProject();
  return (
    <FormPage
      asideLabel={t('aside')}
      aside={
        <>
          <ProjectAccess project={project} />
          <CreatorCard project={project} />
          <DefaultsCard project={project} />
        </>
      }
    >
      <ReadOnlyNote project={project} />
      <DetailsCard project={project} />
      <IdentityCard project={project} />
    </FormPage>
  );
}
