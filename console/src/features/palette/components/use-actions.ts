import { useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { usePreferences } from '../../../base/preferences.ts';
import { signOut, useChooseLanguage } from '../../../base/session.ts';
import { useShortcuts } from '../../../base/shortcuts.ts';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { uploadWish } from '../../../base/upload-wish.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { projectsQuery } from '../../projects/data.ts';
import { mayCreateProjects } from '../../projects/rules.ts';
import { mayUploadSomewhere, PROJECT_CHOICE_LIMIT } from '../../uploads/rules/upload-target.ts';
import { getBothWords } from '../data.ts';
import type { Entry } from '../rules/entry.ts';
import { type BothWords, toNamed } from '../rules/words.ts';

type ActionId = keyof BothWords['en']['palette']['actions'];
type Action = { id: ActionId; isOffered?: boolean } & Pick<Entry, 'icon' | 'to' | 'run'>;

/** Lists the actions that the person may do from anywhere. */
export function useActions(opened: boolean): Entry[] {
  const lang = useLocale();
  const actions = [...useCreating(opened), ...useInterface()];
  return actions
    .filter(({ isOffered = true }) => isOffered)
    .map(({ id, icon, to, run }) => ({
      ...toNamed(getBothWords(), lang, { id, read: ({ palette }) => palette.actions[id] }),
      id: `action:${id}`,
      group: 'actions',
      ...(icon && { icon }),
      ...(to !== undefined && { to }),
      ...(run && { run }),
    }));
}

function useCreating(opened: boolean): Action[] {
  const scope = useTeamScope();
  const { role } = useTeam();
  const projects = useQuery({
    ...projectsQuery(scope, { limit: PROJECT_CHOICE_LIMIT }),
    enabled: opened && role !== 'admin',
  });
  const icon = IconPlus;
  const mayManage = mayManageTeam(role);
  const ofTeam: [ActionId, (teamName: string) => string][] = [
    ['createPreset', paths.presetCreate],
    ['createOverlay', paths.overlayCreate],
    ['createPlayer', paths.playerCreate],
    ['createRule', paths.geoblockRuleCreate],
    ['createSigningKey', paths.urlSigningKeyCreate],
  ];
  return [
    {
      id: 'upload',
      icon: IconUpload,
      run: () => uploadWish.set(true),
      isOffered: mayUploadSomewhere(role, projects.data?.data),
    },
    {
      id: 'createProject',
      icon,
      to: paths.projectCreate(scope.teamName),
      isOffered: mayCreateProjects(role),
    },
    ...ofTeam.map(([id, to]) => ({ id, icon, to: to(scope.teamName), isOffered: mayManage })),
  ];
}

function useInterface(): Action[] {
  const lang = useLocale();
  const { scheme } = usePreferences();
  const queryClient = useQueryClient();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const language = useChooseLanguage();
  const leave = useSave({
    run: () => signOut(queryClient),
    onDone: () => navigate({ to: paths.signIn() }),
  });
  const sheet = useShortcuts().find(({ key }) => key === '?');
  const schemes = [
    { id: 'light', icon: IconSun },
    { id: 'dark', icon: IconMoon },
    { id: 'auto', icon: IconDeviceDesktop },
  ] as const;
  return [
    ...schemes.map(({ id, icon }) => ({
      id,
      icon,
      run: () => setColorScheme(id),
      isOffered: id !== scheme,
    })),
    {
      id: 'thai',
      icon: IconLanguage,
      run: () => language.mutate('th'),
      isOffered: lang !== 'th',
    },
    {
      id: 'english',
      icon: IconLanguage,
      run: () => language.mutate('en'),
      isOffered: lang !== 'en',
    },
    {
      id: 'shortcuts',
      icon: IconKeyboard,
      run: () => sheet?.run(),
      isOffered: sheet !== undefined,
    },
    { id: 'signOut', icon: IconLogout, run: () => leave.mutate() },
  ];
}
