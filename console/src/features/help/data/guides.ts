import { queryOptions } from '@tanstack/react-query';
import { GUIDES } from '../../../base/guides.ts';
import type { Lang } from '../../../base/i18n/messages.ts';
import { loadPart } from '../../../base/new-version.ts';
import type { Guide } from '../rules/guide.ts';

const files = { th: () => import('./th.ts'), en: () => import('./en.ts') };

/** All guides of a language, in their order. They come with the build, and don't change. */
export const guidesQuery = (lang: Lang) =>
  queryOptions({
    queryKey: ['guides', lang],
    queryFn: async (): Promise<Guide[]> => {
      const { guides } = await loadPart(files[lang]);
      return Object.values(guides).toSorted(
        (one, next) => GUIDES.indexOf(one.name) - GUIDES.indexOf(next.name),
      );
    },
    staleTime: Infinity,
  });
