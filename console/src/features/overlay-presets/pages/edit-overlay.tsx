import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EditPage } from '../../../ui/thing-pages.tsx';
import { FormSkeleton } from '../../presets/components/form-skeleton.tsx';
import { OverlayForm } from '../components/overlay-form.tsx';
import { overlaysQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => overlaysQuery(scope);

export function EditOverlayPage() {
  const t = useTranslations('overlayPresets');
  const scope = useTeamScope();
  return (
    <EditPage
      query={useQuery(overlaysQuery(scope))}
      item={t('item')}
      list={{ label: t('title'), to: paths.overlays(scope.teamName) }}
      skeleton={<FormSkeleton />}
      param="overlayId"
    >
      {(overlay) => <OverlayForm key={overlay.id} overlay={overlay} />}
    </EditPage>
  );
}
