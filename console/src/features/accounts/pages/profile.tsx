import { useTranslations } from 'use-intl';
import { FormPage } from '../../../ui/form-page.tsx';
import { MeHead } from '../../../ui/frame/me-head.tsx';
import { InterfaceCard } from '../components/interface-card.tsx';
import { PasswordCard } from '../components/password-card.tsx';
import { PersonCard } from '../components/person-card.tsx';

export function ProfilePage() {
  const t = useTranslations('accounts.profile');
  const nav = useTranslations('nav');
  return (
    <>
      <MeHead title={nav('profile')} />
      <FormPage aside={<InterfaceCard />} asideLabel={t('interface')}>
        <PersonCard />
        <PasswordCard />
      </FormPage>
    </>
  );
}
