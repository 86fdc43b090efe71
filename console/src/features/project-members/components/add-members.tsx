import { Button } from '@mantine/core';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Membership } from '@kinora/contract/project-members';
import type { TeamMember } from '@kinora/contract/team-members';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import {
  type AddressRemark,
  isMailAddress,
  MailAddressesInput,
} from '../../../ui/form/mail-addresses-input.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { teamMembersQuery } from '../../team-members/data.ts';
import { getStanding } from '../rules.ts';
import classes from './members.module.css';
import { RoleChoice } from './role-choice.tsx';
import { useInvite } from './use-invite.ts';

type Props = {
  projectKey: string;
  members: readonly Membership[];
  opened: boolean;
  onClose: () => void;
};

/** Adds people of the team, and invites others by mail. */
export function AddMembers({ projectKey, members, opened, onClose }: Props) {
  const t = useTranslations('projectMembers.add');
  const scope = useTeamScope();
  const formId = useId();
  const [emails, setEmails] = useState<string[]>([]);
  const [role, setRole] = useState<ProjectRole | null>(null);
  const team = useQuery({ ...teamMembersQuery(scope), enabled: opened });
  const close = () => {
    setEmails([]);
    setRole(null);
    onClose();
  };
  const save = useInvite(projectKey, close);
  const people = { inProject: members, inTeam: team.data?.members ?? [] };
  const standingOf = (email: string) => getStanding(email, people);
  const wanted = emails.filter((email) => standingOf(email) !== 'suspended');
  const isGood = (email: string) => isMailAddress(email) && standingOf(email) !== 'inProject';
  const maySend = team.isSuccess && role !== null && wanted.length > 0 && wanted.every(isGood);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (maySend && !save.isPending) save.mutate({ emails: wanted, projectRole: role });
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('title')}
      size={560}
      busy={save.isPending}
      footer={
        <>
          <Button variant="default" onClick={close} disabled={save.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} disabled={!maySend} loading={save.isPending}>
            {t('button')}
          </Button>
        </>
      }
    >
      <Loaded query={team} skeleton={<TableSkeleton rows={3} />} item={t('team')}>
        {({ members: inTeam }) => (
          <form id={formId} className={classes.form} onSubmit={submit} noValidate>
            <Addresses
              value={emails}
              onChange={setEmails}
              members={members}
              inTeam={inTeam}
              readOnly={save.isPending}
            />
            <RoleChoice value={role} onChange={setRole} />
          </form>
        )}
      </Loaded>
    </Dialog>
  );
}

type AddressesProps = {
  value: readonly string[];
  onChange: (emails: string[]) => void;
  members: readonly Membership[];
  inTeam: readonly TeamMember[];
  readOnly: boolean;
};

function Addresses({ value, onChange, members, inTeam, readOnly }: AddressesProps) {
  const t = useTranslations('projectMembers.add');
  const standingOf = (email: string) => getStanding(email, { inProject: members, inTeam });
  const remarkOn = (email: string): AddressRemark | undefined => {
    const standing = standingOf(email);
    if (standing === 'colleague') return undefined;
    return { text: t(`standing.${standing}`), isBad: standing === 'inProject' };
  };
  const people = inTeam
    .filter(({ account }) => standingOf(account.email) !== 'inProject')
    .map(({ account: { name, email }, isEnabled }) => {
      const isChosen = value.includes(email);
      const why = isChosen ? t('alreadySelected') : t('standing.suspended');
      const isDisabled = isChosen || !isEnabled;
      const note = isDisabled ? `${email} · ${why}` : email;
      return { value: email, label: name, note, names: [name, email], isDisabled };
    });
  return (
    <MailAddressesInput
      label={t('emails')}
      description={t('emailsHelp')}
      value={value}
      onChange={onChange}
      people={people}
      remarkOn={remarkOn}
      readOnly={readOnly}
    />
  );
}
