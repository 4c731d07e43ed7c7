import type { DeliveryAttempt, EmailEventResource, EmailResource } from '@postrider/contracts/emails';
import { htmlText } from '@postrider/mail';
import { chooseLanguage } from '../public-pages/languages';
import { markup, type Markup } from '../public-pages/markup';
import type { Page } from '../public-pages/page-shell';
import type { WorkingLink } from './shared-email.repository';

interface SharedEmail {
  readonly link: Pick<WorkingLink, 'brand' | 'withContent' | 'expiresAt'>;
  /** Without its content unless the link shows it. */
  readonly email: EmailResource;
  /** Newest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** Of the newest events. */
const stepsMax = 200;
/** Of the text that is shown, and of HTML that a text is made from: some milliseconds. */
const textCharsMax = 100_000;
const addressesMax = 50;

/** In English alone, as the API: replies of servers and advice are. */
export function sharedEmailPage(shared: SharedEmail): Page {
  const { link, email } = shared;
  const addresses = [...email.to, ...email.cc, ...email.bcc];
  const facts: readonly (readonly [string, string])[] = [
    ['From', email.from],
    ['To', shortList(addresses)],
    ...(link.withContent ? ([['Subject', email.subject]] as const) : []),
    ['Accepted', timeText(email.created_at)],
    ...(email.scheduled_at === null ? [] : ([['Scheduled for', timeText(email.scheduled_at)]] as const)),
    ['Id', email.id],
  ];
  const content = markup`${waitingOf(email)}
<dl>${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<h2>Timeline</h2>
<ol class="steps">${stepsOf(shared).map(
    ({ at, name, details }) =>
      markup`<li>${name}<small><time datetime="${at}">${timeText(at)}</time></small>${details.map(
        (detail) => markup`<small>${detail}</small>`,
      )}</li>`,
  )}</ol>
${link.withContent ? contentOf(email) : []}
<p><small>This page was shared by ${link.brand.name}. It is available until ${timeText(link.expiresAt.toISOString())}.</small></p>`;
  return { language: chooseLanguage('en'), brand: link.brand, title: titleOf(email), content };
}

function titleOf({ last_event: status, waiting, mode }: EmailResource): string {
  const word = status === 'queued' && waiting?.cause === 'scheduled' ? 'scheduled' : status;
  return `Email ${word.replaceAll('_', ' ')}${mode === 'test' ? ' (test)' : ''}`;
}

const actors = {
  sender: 'The sender must act.',
  recipient: 'The recipient must act.',
  platform: 'The operator of the sending service must act.',
  none: '',
} as const;

function waitingOf({ waiting }: EmailResource): Markup {
  if (waiting === null) return markup``;
  const { actor, advice, detail, since, next_attempt_at: next } = waiting;
  const times = `Waiting since ${timeText(since)}.${next === null ? '' : ` Next attempt: ${timeText(next)}.`}`;
  return markup`<div class="note" role="status"><span>${times} ${actors[actor]} ${advice}${
    detail === null ? [] : [markup`<small>${detail}</small>`]
  }</span></div>`;
}

interface PageStep {
  readonly at: string;
  readonly name: string;
  readonly details: readonly string[];
}

/** Attempts say more than the events of the same moment. */
const shownByAttempts: ReadonlySet<string> = new Set(['queued', 'sent', 'delivery_delayed']);

function stepsOf({ email, attempts }: SharedEmail): readonly PageStep[] {
  const events = email.events.filter(({ type }) => attempts.length === 0 || !shownByAttempts.has(type));
  const steps = [
    { at: email.created_at, name: 'accepted', details: [] },
    ...events.filter(({ type }) => type !== 'queued').map(stepOfEvent),
    ...attempts.map(stepOfAttempt),
  ];
  return steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(-stepsMax);
}

function stepOfEvent(event: EmailEventResource): PageStep {
  const { type, recipient, at, reply, detail, diagnosis } = event;
  const said = reply === undefined ? detail : `${reply.host}: ${reply.code} ${reply.text}`;
  return {
    at,
    name: `${recipient}: ${type.replaceAll('_', ' ')}`,
    details: [said, diagnosis?.advice].filter((text) => text !== undefined),
  };
}

const results = {
  accepted: 'accepted by the server',
  deferred: 'deferred by the server',
  bounced: 'refused by the server',
  unconfirmed: 'no answer of the server',
} as const;

function stepOfAttempt(attempt: DeliveryAttempt): PageStep {
  const { recipient, round, result, host, reply, diagnosis, next_attempt_at: next, phases } = attempt;
  const took = phases
    .flatMap(({ phase, after_ms: ms }) => (ms === null ? [] : [`${phase} +${ms} ms`]))
    .join(', ');
  return {
    at: attempt.started_at,
    name: `${recipient}: attempt ${round}, ${result === null ? 'running' : results[result]}`,
    details: [
      `To ${host}`,
      ...(took === '' ? [] : [took]),
      ...(reply === null ? [] : [reply]),
      ...(diagnosis === null ? [] : [diagnosis.advice]),
      ...(next === null ? [] : [`Next attempt: ${timeText(next)}`]),
    ],
  };
}

function contentOf({ html, text }: EmailResource): Markup {
  const shown = shownText({ html, text });
  return markup`<h2>Text</h2>
${shown === null ? markup`<p>The content is not stored any more, or too large to be shown.</p>` : markup`<pre>${shown}</pre>`}`;
}

function shownText({ html, text }: Pick<EmailResource, 'html' | 'text'>): string | null {
  if (text !== null) return text.slice(0, textCharsMax);
  return html === null || html.length > textCharsMax ? null : htmlText(html).slice(0, textCharsMax);
}

function shortList(addresses: readonly string[]): string {
  const left = addresses.length - addressesMax;
  return `${addresses.slice(0, addressesMax).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** `2026-11-28 14:05:09 UTC` */
function timeText(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}
