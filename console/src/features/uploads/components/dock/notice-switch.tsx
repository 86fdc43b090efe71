import { Button } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { setPreference, usePreferences } from '../../../../base/preferences.ts';
import { showToast } from '../../../../base/toasts.ts';

/** Browsers allow notifications only over https. */
const isPossible = () => 'Notification' in window && window.isSecureContext;

/** Shows whether the system says when videos are ready. The browser is asked by this press alone. */
export function NoticeSwitch() {
  const t = useTranslations('uploads.notices');
  const { notices } = usePreferences();
  if (!isPossible()) return null;
  const isOn = notices === 'on' && Notification.permission === 'granted';
  const Icon = isOn ? IconBellOff : IconBell;
  const toggle = async () => {
    if (isOn) return setPreference('notices', 'off');
    if ((await Notification.requestPermission()) === 'granted') {
      return setPreference('notices', 'on');
    }
    showToast('error', { title: t('denied'), detail: t('deniedHint') });
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon size={15} stroke={1.8} aria-hidden />}
      onClick={() => void toggle()}
    >
      {isOn ? t('turnOff') : t('turnOn')}
    </Button>
  );
}
