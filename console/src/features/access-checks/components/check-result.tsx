import type { AccessCheck } from '@kinora/contract/access-checks';
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { nameCountry } from '../../geoblock-rules/components/reach-words.ts';
import classes from './check.module.css';

type RuleFinding = AccessCheck['rules'][number];

const ICONS = {
  allowed: IconCircleCheck,
  refused: IconCircleX,
  notApplicable: IconCircleMinus,
};

/** The edge's answer in one sentence, and what each rule says, in the order in which they count. */
export function CheckResult({ check }: { check: AccessCheck }) {
  const t = useTranslations('accessChecks');
  const { isAllowed, status, reason, rules } = check;
  return (
    <Card title={t('result')} note={t('resultNote')}>
      <div className={classes.fields}>
        <Note
          tone={isAllowed ? 'success' : 'danger'}
          title={isAllowed ? t('allowed') : t('refused', { status })}
        >
          {reason !== null && <p>{t(`reasons.${reason}`)}</p>}
        </Note>
        <ol className={classes.rules}>
          {rules.map((one) => (
            <Rule key={one.rule} finding={one} />
          ))}
        </ol>
      </div>
    </Card>
  );
}

function Rule({ finding }: { finding: RuleFinding }) {
  const t = useTranslations('accessChecks');
  const Icon = ICONS[finding.verdict];
  const detail = useDetail(finding);
  return (
    <li className={classes.rule} data-verdict={finding.verdict}>
      <Icon size={20} stroke={1.8} aria-hidden className={classes.icon} />
      <div>
        <p className={classes.name}>
          {t(`rules.${finding.rule}`)} <span>· {t(`verdicts.${finding.verdict}`)}</span>
        </p>
        {detail !== undefined && <p className={classes.detail}>{detail}</p>}
      </div>
    </li>
  );
}

/** Says what a rule looked at; undefined where it had no part in it. */
function useDetail({ rule, verdict, reason, detail }: RuleFinding): string | undefined {
  const t = useTranslations('accessChecks');
  const format = useFormat();
  const lang = useLocale();
  if (verdict === 'notApplicable') return undefined;
  if (rule === 'country') {
    return detail === null
      ? t('details.noCountry')
      : t('details.country', { country: nameCountry(detail, lang) });
  }
  if (rule === 'website') {
    return detail === null ? t('details.noWebsite') : t('details.website', { website: detail });
  }
  if (rule === 'signature' && detail !== null) {
    return t('details.signature', { date: format.dateTime(detail) });
  }
  return reason === null ? undefined : t(`reasons.${reason}`);
}
