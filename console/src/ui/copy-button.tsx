import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from './copy-text.ts';
import { showToast } from '../base/toasts.ts';
import { Tooltip } from './tooltip.tsx';

type Props = {
  value: string;
  /** The tooltip and screen readers name what is copied: "คัดลอกโทเค็น". */
  label: string;
  /** Shows the label as a button; else an icon only. */
  withText?: boolean;
  small?: boolean;
};

/** The check mark stays as long. */
const markMs = 1000;

/** Copies; shows a check mark for a second and says so to screen readers. */
export function CopyButton({ value, label, withText, small }: Props) {
  const t = useTranslations('ui');
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), markMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (await copyText(value)) setCopied(true);
    else showToast('error', { title: t('copyFailed'), detail: t('copyFailedHint') });
  };
  const size = small ? 15 : 17;
  const icon = copied ? (
    <IconCheck size={size} color="var(--k-success)" aria-hidden />
  ) : (
    <IconCopy size={size} stroke={1.7} aria-hidden />
  );
  const status = (
    <span className="visually-hidden" role="status">
      {copied ? t('copied') : ''}
    </span>
  );

  if (withText) {
    return (
      <>
        <Button variant="default" leftSection={icon} onClick={() => void copy()}>
          {copied ? t('copied') : label}
        </Button>
        {status}
      </>
    );
  }
  return (
    <>
      <Tooltip label={copied ? t('copied') : label}>
        <ActionIcon
          aria-label={label}
          size={small ? 'md' : 'lg'}
          onClick={() => void copy()}
          data-copied={copied || undefined}
        >
          {icon}
        </ActionIcon>
      </Tooltip>
      {status}
    </>
  );
}
