import {
  classifySmtpReply,
  ruleForReply,
  type ThrottleAction,
  type ThrottledReply,
  type ThrottleRule,
} from '@postrider/mail';
import type { Row } from '../output/render-answer';
import type { RecordedReply } from './replies.repository';

/** What rules would have done, reply by reply. */
interface DryRun {
  see(reply: RecordedReply): void;
  /** By rule, in their order; with those of the file that nothing fitted. */
  rows(): Row[];
}

interface Found {
  replies: number;
  /** When, by site. */
  readonly atMs: Map<string, number[]>;
  sample: string | null;
}

const sitesShownMax = 5;
/** Of one site: enough to count how often a rule would have begun. */
const timesMax = 100_000;

export function startDryRun(rules: readonly ThrottleRule[]): DryRun {
  const found = new Map<ThrottleRule, Found>();
  return {
    see: (recorded) => {
      const site = recorded.provider ?? hostAndPort(recorded.destination);
      const rule = ruleOf(rules, recorded, site);
      if (rule === null) return;
      const known = found.get(rule) ?? { replies: 0, atMs: new Map<string, number[]>(), sample: null };
      known.replies += 1;
      known.sample ??= recorded.reply;
      const times = known.atMs.get(site) ?? [];
      if (times.length < timesMax) times.push(recorded.at.getTime());
      known.atMs.set(site, times);
      found.set(rule, known);
    },
    rows: () =>
      rules.map((rule) => {
        const { replies, atMs, sample } = found.get(rule) ?? {
          replies: 0,
          atMs: new Map<string, number[]>(),
          sample: null,
        };
        const sites = [...atMs.keys()];
        const more = sites.length > sitesShownMax ? ` and ${sites.length - sitesShownMax} more` : '';
        const times = [...atMs.values()].reduce((sum, each) => sum + timesBegun(rule, each), 0);
        return {
          rule: rule.name,
          replies,
          sites: sites.length === 0 ? null : sites.slice(0, sitesShownMax).join(' ') + more,
          would_have: times === 0 ? null : `${times} × ${describeAction(rule.action)}`,
          sample,
        };
      }),
  };
}

/** A site is the provider, or a smart host that a rule names. Which command was answered is not recorded. */
function ruleOf(
  rules: readonly ThrottleRule[],
  { provider, destination, reply_code: code, reply }: RecordedReply,
  site: string,
): ThrottleRule | null {
  const text = reply.replace(/^\d{3} /, '');
  const { class: failureClass } = classifySmtpReply({ code, text, provider });
  const said: ThrottledReply = {
    ...{ site, provider, throttlesAsOne: true, code, text, stage: null, class: failureClass },
  };
  const ofHost = ruleForReply(rules, { ...said, site: hostAndPort(destination), throttlesAsOne: false });
  return ofHost ?? ruleForReply(rules, said);
}

/** `mx1.example.org [192.0.2.1]:25` → `mx1.example.org:25` */
function hostAndPort(destination: string): string {
  return destination.replace(/ \[[^\]]*\]/, '');
}

/** How often the action would have begun: replies while it lasts only prolong it. */
function timesBegun({ action, after }: ThrottleRule, atMs: readonly number[]): number {
  const lastsMs = action.kind === 'suspend' || action.kind === 'limit' ? action.forMs : 0;
  if (action.kind === 'none') return 0;
  let begun = 0;
  let untilMs = -Infinity;
  let window: number[] = [];
  for (const at of [...atMs].sort((a, b) => a - b)) {
    if (at < untilMs) continue;
    window = [...window.filter((time) => time > at - after.withinMs), at].slice(-after.replies);
    if (window.length < after.replies) continue;
    begun += 1;
    untilMs = at + lastsMs;
    window = [];
  }
  return begun;
}

export function describeAction(action: ThrottleAction): string {
  switch (action.kind) {
    case 'suspend':
      return `suspend for ${minutes(action.forMs)}`;
    case 'limit': {
      const { connections, perSecond } = action;
      const parts = [
        ...(connections === null ? [] : [`${connections} connections`]),
        ...(perSecond === null ? [] : [`${Math.round(perSecond * 600) / 10} messages/min`]),
      ];
      return `${parts.join(', ')} for ${minutes(action.forMs)}`;
    }
    case 'back-off':
      return 'back-off';
    case 'none':
      return 'none';
  }
}

function minutes(ms: number): string {
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`;
}
