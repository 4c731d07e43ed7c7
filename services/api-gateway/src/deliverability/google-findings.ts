import { findingSeverities, type Finding } from '@postrider/contracts/deliverability';
import type { Pool } from '@postrider/db';
import { findFigures, type FoundFigures } from '../google-postmaster/find-figures.repository';
import { ownFailureAdvice } from './dmarc-sources';
import { beginOf, dayBefore, evidenceMax, findingDays, percent, type FindingScope } from './finding-source';
import { complaintAdvice, complaintLimits } from './outcome-findings';

/** What Google says of a domain in the matter of one finding. */
interface GoogleEvidence {
  readonly domain: string;
  readonly evidence: readonly string[];
  /** The finding that Google's figures alone would be; null: they are no reason for one. */
  readonly alone: Pick<Finding, 'code' | 'severity' | 'since' | 'advice'> | null;
}

interface WithGoogle<Facts> {
  readonly facts: Facts;
  readonly google: readonly FoundFigures[];
}

/** Facts of ours, and what Google says of the same domains. */
export function withGoogle<Facts>(
  read: (pool: Pool, scope: FindingScope) => Promise<Facts>,
): (pool: Pool, scope: FindingScope) => Promise<WithGoogle<Facts>> {
  return async (pool, scope) => ({ facts: await read(pool, scope), google: await findFigures(pool, scope) });
}

/** Evidence of Google joins the finding of its domain, or is one of its own. */
export function addGoogle(
  findings: readonly Finding[],
  code: Finding['code'],
  google: readonly GoogleEvidence[],
): Finding[] {
  const ofDomain = new Map(google.map((each) => [each.domain, each]));
  const joined = findings.map((finding) => {
    const found = finding.code === code ? ofDomain.get(finding.subject) : undefined;
    if (found === undefined) return finding;
    ofDomain.delete(finding.subject);
    return {
      ...finding,
      severity: worse(finding.severity, found.alone?.severity),
      evidence: [...finding.evidence.slice(0, evidenceMax - found.evidence.length), ...found.evidence],
    };
  });
  const own = [...ofDomain.values()].flatMap(({ domain, evidence, alone }): Finding[] =>
    alone === null ? [] : [{ ...alone, subject: domain, evidence: [...evidence] }],
  );
  return [...joined, ...own];
}

function worse(a: Finding['severity'], b: Finding['severity'] = a): Finding['severity'] {
  return findingSeverities.indexOf(b) < findingSeverities.indexOf(a) ? b : a;
}

/** A day or two above the line are chance at a small sender. */
const spamDaysMin = 3;

/** Gmail sends no complaint reports: only Google's own figures show what its users report. */
export function googleComplaints(figures: readonly FoundFigures[], now: Date): GoogleEvidence[] {
  const { warning, error } = complaintLimits;
  return figures.flatMap((each): GoogleEvidence[] => {
    const days = lately(each, now).flatMap(({ day, spamRate }) =>
      spamRate === null ? [] : [{ day, spamRate }],
    );
    const worst = days.toSorted((a, b) => b.spamRate - a.spamRate)[0];
    if (worst === undefined) return [];
    const average = days.reduce((sum, { spamRate }) => sum + spamRate, 0) / days.length;
    const since = days.find(({ spamRate }) => spamRate >= warning)?.day;
    const isHigh = days.length >= spamDaysMin && average >= warning;
    return [
      {
        domain: each.domain,
        evidence: [
          `Google Postmaster Tools${aboutOther(each)}: a spam rate of ${percent(average, 1)} on average of ${days.length} days, at most ${percent(worst.spamRate, 1)} on ${worst.day}.`,
        ],
        alone: isHigh
          ? {
              code: 'complaints_high',
              severity: average >= error ? 'error' : 'warning',
              since: since === undefined ? null : beginOf(since),
              advice: complaintAdvice,
            }
          : null,
      },
    ];
  });
}

const authentication = ['spf', 'dkim', 'spf_and_dkim', 'dmarc_alignment'];
/** Each of them is enough for Google to treat all mail as not authenticated. */
const failing = ['spf_and_dkim', 'dmarc_alignment'];

export function googleAuthentication(figures: readonly FoundFigures[], now: Date): GoogleEvidence[] {
  return figures.flatMap((each): GoogleEvidence[] => {
    const newest = lately(each, now).findLast(({ dmarcPassed }) => dmarcPassed !== null);
    const unmet = each.requirements
      .filter(({ requirement, verdict }) => verdict === 'needs_work' && authentication.includes(requirement))
      .map(({ requirement }) => requirement);
    const source = `Google Postmaster Tools${aboutOther(each)}`;
    const evidence = [
      ...(newest === undefined
        ? []
        : [`${source}: ${percent(newest.dmarcPassed ?? 0, 1)} of the emails passed DMARC on ${newest.day}.`]),
      ...(unmet.length === 0 ? [] : [`${source}: these requirements need work: ${unmet.join(', ')}.`]),
    ];
    if (evidence.length === 0) return [];
    const alone = unmet.some((requirement) => failing.includes(requirement))
      ? {
          code: 'dmarc_fail_own' as const,
          severity: 'warning' as const,
          since: null,
          advice: ownFailureAdvice,
        }
      : null;
    return [{ domain: each.domain, evidence, alone }];
  });
}

function lately({ days }: FoundFigures, now: Date): FoundFigures['days'] {
  const first = dayBefore(now, findingDays - 1);
  return days.filter(({ day }) => day >= first);
}

/** Figures of a parent may include email of others. */
function aboutOther({ domain, googleDomain }: FoundFigures): string {
  return googleDomain === null || googleDomain === domain ? '' : ` about ${googleDomain}`;
}
