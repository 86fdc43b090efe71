import type { ComponentType } from 'react';

/** One thing to do with a row. */
export type RowAction = {
  label: string;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  danger?: boolean;
  /** Says why it can't be done now; the entry stays, disabled, and says so. */
  disabledReason?: string | undefined;
} & (
  | { onSelect: () => void; to?: undefined }
  | { to: string; search?: Record<string, string>; onSelect?: undefined }
);
