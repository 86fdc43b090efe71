import { useTranslations } from 'use-intl';

/** The storage that is always there has no name of its own. */
export function useHostingName(): (id: string) => string {
  const t = useTranslations('projects.create.hosting');
  return (id) => (id === 'default' ? t('default') : id);
}
