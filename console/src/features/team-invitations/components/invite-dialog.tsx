import type { TeamRole } from '@kinora/contract/fields';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { showToast } from '../../../base/toasts.ts';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Form } from '../../../ui/form/form.tsx';
import {
  type AddressRemark,
  isMailAddress,
  MailAddressesInput,
} from '../../../ui/form/mail-addresses-input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { invite, refreshInvitations, teamInvitationsQuery } from '../data.ts';
import { inviteAll, MAX_ADDRESSES, type Outcome } from '../rules.ts';
import { InviteOutcomes } from './invite-outcomes.tsx';
import classes from './invitations.module.css';
import { RoleChoice } from './role-choice.tsx';

/** A member, by the address. */
export type Known = { email: string; isEnabled: boolean };

type Props = { opened: boolean; onClose: () => void; members: readonly Known[] };

/** Invites people, and says what came of each where that is more than one sentence. */
export function InviteDialog({ opened, onClose, members }: Props) {
  const t = useTranslations('teamInvitations.invite');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [retried, setRetried] = useState<readonly string[]>([]);
  const close = () => {
    onClose();
    setOutcomes(undefined);
    setRetried([]);
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={outcomes ? t('outcomes') : t('title')}
      size={560}
    >
      {outcomes ? (
        <InviteOutcomes
          outcomes={outcomes}
          onClose={close}
          onRetry={(emails) => {
            setRetried(emails);
            setOutcomes(undefined);
          }}
        />
      ) : (
        <InviteForm first={retried} members={members} onClose={close} onOutcomes={setOutcomes} />
      )}
    </Dialog>
  );
}

type FormProps = {
  /** The addresses that it begins with. */
  first: readonly string[];
  members: readonly Known[];
  onClose: () => void;
  onOutcomes: (outcomes: readonly Outcome[]) => void;
};

type Values = { emails: readonly string[]; role: TeamRole; way: 'mail' | 'link' };

function InviteForm({ first, members, onClose, onOutcomes }: FormProps) {
  const t = useTranslations('teamInvitations.invite');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const remarkOn = useRemarks(members);
  const isBad = (email: string) => !isMailAddress(email) || remarkOn(email)?.isBad === true;
  const form = useForm<Values, Outcome[]>({
    id: 'invite',
    stored: { emails: first, role: 'user', way: 'mail' },
    labels: { emails: t('emails'), role: t('role'), way: t('way') },
    problems: ({ emails }) => {
      if (emails.length === 0) return { emails: { text: t('problems.none'), waits: true } };
      if (emails.length > MAX_ADDRESSES) {
        return { emails: t('problems.tooMany', { max: MAX_ADDRESSES }) };
      }
      return { emails: emails.some(isBad) ? t('problems.bad') : undefined };
    },
    run: ({ emails, role, way }) =>
      inviteAll(emails, (email) => invite(scope, { email, role, isMailed: way === 'mail' })),
    onDone: async (outcomes, { way }) => {
      if (way === 'mail' && outcomes.every(({ kind }) => kind === 'invited')) {
        showToast('success', { title: t('done', { count: outcomes.length }) });
        onClose();
      } else {
        onOutcomes(outcomes);
      }
      await refreshInvitations(queryClient, scope);
    },
    leaves: true,
    isNew: true,
  });
  const { values, set, save } = form;
  const ways = ['mail', 'link'] as const;
  return (
    <Form form={form} className={dialogClasses.body}>
      <MailAddressesInput
        {...form.at('emails')}
        description={t('hint')}
        value={values.emails}
        onChange={(emails) => set({ emails })}
        remarkOn={remarkOn}
      />
      <Part title={t('role')}>
        <RoleChoice value={values.role} onChange={(role) => set({ role })} />
      </Part>
      <Part title={t('way')}>
        <ChoiceCards
          label={t('way')}
          choices={ways.map((value) => ({
            value,
            title: t(`ways.${value}`),
            text: t(`ways.${value}Text`),
          }))}
          value={values.way}
          onChange={(way) => set({ way: way as Values['way'] })}
        />
      </Part>
      <div className={dialogClasses.footer}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {values.way === 'mail' ? t('send') : t('makeLinks')}
        </Button>
      </div>
    </Form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className={classes.part} aria-hidden>
        {title}
      </p>
      {children}
    </div>
  );
}

/** Says of an address that its person is in the team, or is invited. */
function useRemarks(members: readonly Known[]): (email: string) => AddressRemark | undefined {
  const t = useTranslations('teamInvitations.invite.remarks');
  const invited = useQuery(teamInvitationsQuery(useTeamScope())).data?.data ?? [];
  return (email) => {
    const member = members.find((one) => one.email.toLowerCase() === email);
    if (member) return { text: member.isEnabled ? t('member') : t('suspended'), isBad: true };
    const isInvited = invited.some((one) => one.email === email);
    return isInvited ? { text: t('invited'), isBad: false } : undefined;
  };
}
