import type { EdgeReason, PublishedChannel, PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import { DOCUMENT_RULES } from './document-rules.ts';
import {
  ALLOWED,
  type Asked,
  type Finding,
  type Found,
  NOT_APPLICABLE,
  refused,
  type Rule,
  type Viewer,
} from './rule.ts';

/** Null: there is no such document. */
export type Documents = { channel: PublishedChannel | null; video: PublishedVideo | null };

export type Verdict = {
  rule: string;
  verdict: Finding['verdict'];
  /** Why it is refused, else null. */
  reason: EdgeReason | null;
};

export type Judgement = {
  /** Of every rule, in the order in which they count: the first refusal is the decision. */
  verdicts: Verdict[];
  /** Whom the decision holds for. What holds for one viewer must not be shown to others. */
  holdsFor: 'everyone' | 'viewer';
  /** Query parameters that addresses in the answer carry on. */
  suffix: string;
} & (
  | { isAllowed: true; video: PublishedVideo; stream: StreamDescription }
  | { isAllowed: false; reason: EdgeReason }
);

/** Rules about viewers stand first: whom they refuse learns nothing of the video. */
const RULES: readonly Rule[] = DOCUMENT_RULES;

/**
 * Decides whether something may be watched, and says what each rule thinks of it. A video of
 * another team is one that does not exist, also when it is deleted: its key tells nothing on
 * another team's domain.
 */
export function judgePlayback(
  asked: Asked,
  viewer: Viewer,
  documents: Documents,
  rules = RULES,
): Judgement {
  const { channel, video } = documents;
  if (!channel || !video || channel.teamId !== video.teamId) {
    const others = rules.map(({ name }) => verdictOf(name, NOT_APPLICABLE));
    const reason = 'video_not_found';
    const verdicts = [verdictOf(FOUND, refused(reason)), ...others];
    return { verdicts, holdsFor: 'everyone', suffix: '', isAllowed: false, reason };
  }
  return decide(rules, { channel, video }, asked, viewer);
}

const FOUND = 'found';

function decide(rules: readonly Rule[], found: Found, asked: Asked, viewer: Viewer): Judgement {
  const verdicts = [verdictOf(FOUND, ALLOWED)];
  const suffixes: string[] = [];
  let holdsFor: Judgement['holdsFor'] = 'everyone';
  for (const rule of rules) {
    if (rule.looksAt === 'documents') {
      verdicts.push(verdictOf(rule.name, rule.judge(found, asked)));
    } else if (!rule.appliesTo(found, asked)) {
      verdicts.push(verdictOf(rule.name, NOT_APPLICABLE));
    } else {
      // Nothing else is handed the viewer, so no rule can look without being counted here.
      holdsFor = 'viewer';
      const finding = rule.judge(found, asked, viewer);
      if ('suffix' in finding && finding.suffix) suffixes.push(finding.suffix);
      verdicts.push(verdictOf(rule.name, finding));
    }
  }
  const judged = { verdicts, holdsFor, suffix: suffixes.join('&') };
  const reason = verdicts.find(({ verdict }) => verdict === 'refused')?.reason;
  if (reason) return { ...judged, isAllowed: false, reason };
  const { video } = found;
  // The rule `ready` refuses what has none.
  if (!video.stream) return { ...judged, isAllowed: false, reason: 'video_not_ready' };
  return { ...judged, isAllowed: true, video, stream: video.stream };
}

function verdictOf(rule: string, finding: Finding): Verdict {
  const reason = finding.verdict === 'refused' ? finding.reason : null;
  return { rule, verdict: finding.verdict, reason };
}
