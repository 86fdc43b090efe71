import { IconSelector } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readyPart } from '../../base/lazy-part.tsx';
import { type MyTeam, useMe } from '../../base/session.ts';
import { getMenuButtonProps } from '../menu-button.ts';
import { Avatar } from './avatar.tsx';
import classes from './user-menu.module.css';

const UserEntries = readyPart(
  async () => (await import('../overlay/user-entries.tsx')).UserEntries,
);

type Props = { team: MyTeam; onNavigate?: () => void; onShortcuts: () => void };

/** The person at the bottom of the navigation. */
export function UserMenu(props: Props) {
  const t = useTranslations('nav');
  const me = useMe();
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  if (!me) return null;
  const { name, email } = me.account;
  const role = t(`roles.${props.team.role}`);
  return (
    <>
      <button
        ref={target}
        type="button"
        className={classes.button}
        {...getMenuButtonProps({ id, opened })}
        onClick={() => setOpened(!opened)}
      >
        <Avatar name={name} kind="person" />
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          {/* A name equal to the role, as the first account's, isn't shown twice. */}
          {name !== role && <span className={classes.role}>{role}</span>}
        </span>
        <span className="visually-hidden">{t('userMenu')}</span>
        <IconSelector size={17} stroke={1.7} className={classes.arrow} aria-hidden />
      </button>
      <UserEntries
        {...props}
        id={id}
        target={target}
        opened={opened}
        email={email}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
