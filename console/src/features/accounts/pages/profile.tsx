import { useTranslations } from 'use-intl';
import columns from '../../../ui/columns.module.css';
import { MeTabs } from '../../../ui/frame/me-tabs.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { InterfaceCard } from '../components/interface-card.tsx';
import { PasswordCard } from '../components/password-card.tsx';
import { PersonCard } from '../components/person-card.tsx';
import classes from '../components/profile.module.css';

export function ProfilePage() {
  const t = useTranslations('accounts.profile');
  return (
    <>
      <PageHead title={t('title')} />
      <MeTabs />
      <div className={`${columns.root} ${classes.columns}`}>
        <div className={columns.column}>
          <PersonCard />
          <PasswordCard />
        </div>
        <div className={columns.column}>
          <InterfaceCard />
        </div>
      </div>
    </>
  );
}
