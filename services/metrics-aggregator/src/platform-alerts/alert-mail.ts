import { platformAlertRules, runbookPath } from '@postrider/contracts/platform-alerts';
import { keyOfAlert, type AlertState } from './alert-states';

/** A mail about alerts, and which alerts operators know of once it has been sent. */
export interface AlertMail {
  readonly subject: string;
  readonly text: string;
  readonly keys: ReadonlySet<string>;
}

const reminderMs = 4 * 3_600_000;
/** The rest of the hour's mails is for alerts of which operators have not read. */
const mailsOfHourMax = { others: 6, newAlert: 12 };
const betweenMailsMs = 60_000;
const namedMax = 30;

/**
 * The mail that is due: alerts that began to fire or were resolved since the last one, all that fire, and again what has been firing for
 * hours. Not more often than once a minute and six times an hour, twelve times with a new alert; what changes meanwhile is in the next one.
 * @param sentAt when mails were sent in the last hour
 */
export function dueMail(
  states: readonly AlertState[],
  { now, sentAt, origin }: { readonly now: Date; readonly sentAt: readonly Date[]; readonly origin: string },
): AlertMail | null {
  const news = states.filter((state) => isNews(state, now));
  const sinceMs = (at: Date): number => now.getTime() - at.getTime();
  const isNew = news.some(({ resolvedAt, mailedAt }) => resolvedAt === null && mailedAt === null);
  const isFull =
    sentAt.some((at) => sinceMs(at) < betweenMailsMs) ||
    sentAt.filter((at) => sinceMs(at) < 3_600_000).length >= mailsOfHourMax[isNew ? 'newAlert' : 'others'];
  if (news.length === 0 || isFull) return null;

  const firing = states.filter((state) => state.firingSince !== null && state.resolvedAt === null);
  const resolved = states.filter((state) => state.resolvedAt !== null);
  const bySeverity = firing.toSorted((a, b) => rank(a) - rank(b));
  const parts = [
    ...section('Firing', bySeverity, (state) => describe(state, origin)),
    ...section('Resolved', resolved, describeResolved),
    ...(origin === '' ? [] : [`Health: ${origin}/console/operator`]),
  ];
  return {
    subject: subjectOf(bySeverity, resolved, news),
    text: `${parts.join('\n\n')}\n`,
    keys: new Set([...firing, ...resolved].map(keyOfAlert)),
  };
}

function isNews({ firingSince, resolvedAt, mailedAt }: AlertState, now: Date): boolean {
  if (firingSince === null) return false;
  return resolvedAt !== null || mailedAt === null || now.getTime() - mailedAt.getTime() >= reminderMs;
}

const ruleOf = (name: string) => platformAlertRules.find((rule) => rule.name === name);
const isCritical = ({ rule }: AlertState): boolean => ruleOf(rule)?.severity === 'critical';
const rank = (state: AlertState): number => (isCritical(state) ? 0 : 1);

function subjectOf(
  firing: readonly AlertState[],
  resolved: readonly AlertState[],
  news: readonly AlertState[],
): string {
  const first = firing.find((state) => news.includes(state));
  const more = (count: number): string => (count > 1 ? ` (and ${count - 1} more)` : '');
  if (first === undefined)
    return `Postrider: resolved: ${resolved[0]?.summary ?? ''}${more(resolved.length)}`;
  const severity = isCritical(first) ? 'CRITICAL' : 'Warning';
  return `Postrider: ${severity}: ${first.summary}${more(firing.length)}`;
}

function section(
  title: string,
  states: readonly AlertState[],
  describeOne: (state: AlertState) => string,
): string[] {
  if (states.length === 0) return [];
  const rest = states.length > namedMax ? [`and ${states.length - namedMax} more.`] : [];
  return [`${title}:`, ...states.slice(0, namedMax).map(describeOne), ...rest];
}

function describe(state: AlertState, origin: string): string {
  const since = (state.firingSince ?? state.activeSince).toISOString();
  const runbook = ruleOf(state.rule)?.runbook ?? '';
  return [
    `${isCritical(state) ? 'CRITICAL' : 'Warning'}: ${state.summary}`,
    `${state.rule}, since ${since}`,
    ...(origin === '' ? [] : [`Runbook: ${origin}${runbookPath(runbook)}`]),
  ].join('\n');
}

function describeResolved({ summary, rule, firingSince, resolvedAt }: AlertState): string {
  return `${summary}\n${rule}, from ${firingSince?.toISOString() ?? ''} to ${resolvedAt?.toISOString() ?? ''}`;
}
