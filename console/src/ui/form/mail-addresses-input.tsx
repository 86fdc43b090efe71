import { MAIL_ADDRESS, MAX_MAIL_ADDRESS_LETTERS } from '@kinora/contract/bounds';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './mail-addresses-input.module.css';
import { splitAddresses } from './split-addresses.ts';
import { TagsInput } from './tags-input.tsx';
import type { Choice } from './use-choice-list.ts';

/** Remarks on an address, and whether it keeps all from being sent. */
export type AddressRemark = { text: string; isBad: boolean };

type Props = {
  id?: string;
  label: string;
  /** Help below the field. */
  description?: string | undefined;
  error?: string | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean;
  /** In lower case, each once. */
  value: readonly string[];
  onChange: (addresses: string[]) => void;
  /** People to choose: `value` is the address. */
  people?: readonly Choice[];
  /** Finds what else is to be said of an address that is written as one. */
  remarkOn?: (address: string) => AddressRemark | undefined;
};

export const isMailAddress = (text: string): boolean =>
  text.length <= MAX_MAIL_ADDRESS_LETTERS && MAIL_ADDRESS.test(text);

const NO_PEOPLE: readonly Choice[] = [];

/**
 * Mail addresses as tags: Enter, a comma or a space ends one, and lists can be pasted. Below it stands what is
 * to be said of single ones.
 */
export function MailAddressesInput(props: Props) {
  const { value, remarkOn, people = NO_PEOPLE, description, error, ...field } = props;
  const t = useTranslations('ui.addresses');
  const [typed, setTyped] = useState('');
  const remarks = value.flatMap((address) => {
    const found = isMailAddress(address)
      ? remarkOn?.(address)
      : { text: t('malformed'), isBad: true };
    return found ? [{ address, ...found }] : [];
  });
  const bad = remarks.filter(({ isBad }) => isBad);
  // Mantine puts it into a paragraph, which may hold no list.
  const list = (some: readonly { address: string; text: string }[]) => (
    <>
      {some.map(({ address, text }) => (
        <span key={address} className={classes.remark}>
          <span className={classes.address} translate="no">
            {address}
          </span>{' '}
          {text}
        </span>
      ))}
    </>
  );
  const others = remarks.filter(({ isBad }) => !isBad);
  // A name that finds a person may have spaces.
  const isSpaceEnd = people.length === 0 || typed.includes('@');
  return (
    <TagsInput
      {...field}
      value={value}
      typed={typed}
      onType={setTyped}
      suggestions={people}
      split={splitAddresses}
      endsTag={(key) => key === ',' || key === ';' || (key === ' ' && isSpaceEnd)}
      isBad={(address) => bad.some((one) => one.address === address)}
      description={
        others.length === 0 ? (
          description
        ) : (
          <>
            {description}
            {list(others)}
          </>
        )
      }
      error={bad.length === 0 ? error : list(bad)}
    />
  );
}
