import type { AccessCheck } from '@kinora/contract/access-checks';
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { nameCountry } from '../../geoblock-rules/components/reach-words.ts';
import { channelsQuery } from '../../playback-channels/data.ts';
import { findRulePlace } from '../rules.ts';
import classes from './check.module.css';

type RuleFinding = AccessCheck['rules'][number];

const ICONS = {
  allowed: IconCircleCheck,
  refused: IconCircleX,
  notApplicable: IconCircleMinus,
};

/** Shows the edge's answer now and, for a refused request, the request and the answer at that time. */
export function CheckResult({ check, url }: { check: AccessCheck; url: string | undefined }) {
  const t = useTranslations('accessChecks');
  const { refusal, ...now } = check;
  return (
    <>
      {refusal && <RefusalCard refusal={refusal} />}
      <Card title={t(refusal ? 'resultNow' : 'result')} note={t('resultNote')}>
        <Judged isAllowed={now.isAllowed} judged={now} url={url} />
      </Card>
    </>
  );
}

/** Shows the refused request and its answer. */
function RefusalCard({ refusal }: { refusal: NonNullable<AccessCheck['refusal']> }) {
  const t = useTranslations('accessChecks');
  const format = useFormat();
  const lang = useLocale();
  const { at, url, ip, country, referrer } = refusal;
  return (
    <Card title={t('refusal.title')} note={format.dateTime(at)}>
      <div className={classes.fields}>
        <Facts>
          <dt>{t('fields.url')}</dt>
          <dd className={classes.fact}>{url}</dd>
          <dt>{t('fields.ip')}</dt>
          <dd className={classes.fact}>{ip ?? t('refusal.unknown')}</dd>
          <dt>{t('fields.country')}</dt>
          <dd>{country === null ? t('refusal.unknown') : nameCountry(country, lang)}</dd>
          <dt>{t('fields.referrer')}</dt>
          <dd className={classes.fact}>{referrer ?? t('refusal.noWebsite')}</dd>
        </Facts>
        <Judged isAllowed={false} judged={refusal} wasThen />
      </div>
    </Card>
  );
}

type JudgedProps = {
  isAllowed: boolean;
  judged: Pick<NonNullable<AccessCheck['refusal']>, 'status' | 'reason' | 'rules'>;
  wasThen?: boolean;
  /** A rule that refuses it leads to where it is set. */
  url?: string | undefined;
};

/** The answer in one sentence, and what each rule says, in the order in which they count. */
function Judged({ isAllowed, judged, wasThen = false, url }: JudgedProps) {
  const t = useTranslations('accessChecks');
  const { status, reason, rules } = judged;
  const refused = wasThen ? t('refusal.refused', { status }) : t('refused', { status });
  const why = reason === null ? (wasThen ? t('refusal.fault') : null) : t(`reasons.${reason}`);
  return (
    <div className={classes.fields}>
      <Note tone={isAllowed ? 'success' : 'danger'} title={isAllowed ? t('allowed') : refused}>
        {why !== null && <p>{why}</p>}
      </Note>
      <ol className={classes.rules}>
        {rules.map((one) => (
          <Rule key={one.rule} finding={one} url={url} />
        ))}
      </ol>
    </div>
  );
}

function Rule({ finding, url }: { finding: RuleFinding; url: string | undefined }) {
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
        {finding.verdict === 'refused' && url !== undefined && (
          <WhereSet rule={finding.rule} url={url} />
        )}
      </div>
    </li>
  );
}

function WhereSet({ rule, url }: { rule: RuleFinding['rule']; url: string }) {
  const t = useTranslations('accessChecks.places');
  const scope = useTeamScope();
  const channels = useQuery(channelsQuery(scope)).data?.data ?? [];
  const place = findRulePlace(rule, url, channels);
  if (place === undefined) return null;
  const to =
    place.kind === 'channel'
      ? paths.playbackChannel(scope.teamName, place.id)
      : paths.videoByKey(scope.teamName, place.key);
  return (
    <p className={classes.detail}>
      <Link to={to}>{t(place.kind)}</Link>
    </p>
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
  if (rule === 'onChannel' && detail !== null) return t('details.onChannel', { domains: detail });
  if (rule === 'signature' && detail !== null) {
    return t('details.signature', { date: format.dateTime(detail) });
  }
  return reason === null ? undefined : t(`reasons.${reason}`);
}
