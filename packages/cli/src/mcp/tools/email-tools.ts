import type { DeliveryAttempt, Email, EmailSummary } from 'postrider';
import { z } from 'zod';
import { address, cursor, emailId, given, limit, nextCursor, nullableText, since } from '../fields';
import { defineTool } from '../tool';

const statuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'canceled',
  'unconfirmed',
] as const;
const summaryFacts = z.object({
  id: z.string(),
  status: z.string(),
  waiting_for: nullableText,
  mode: z.string(),
  accepted_at: z.string(),
  sent_at: nullableText,
});
const diagnosisFacts = z.object({ class: z.string(), actor: z.string(), advice: z.string() }).nullable();
/** Newest attempts that are shown. */
const attemptsMax = 10;
const eventsMax = 30;
const eventsReadMax = 1_000;

export const whyIsItLate = defineTool({
  name: 'why_is_it_late',
  kind: 'read',
  title: 'Why is this email late?',
  description:
    'Says why an email has not arrived: the one cause that keeps it now, who must act, when it is tried next, what to do, and the last delivery attempts with the replies of the servers. Find the id with find_email.',
  input: { email_id: emailId },
  facts: {
    id: z.string(),
    status: z.string(),
    accepted_at: z.string(),
    sent_at: nullableText,
    waiting: z
      .object({
        cause: z.string(),
        actor: z.string(),
        since: z.string(),
        next_attempt_at: nullableText,
        advice: z.string(),
      })
      .nullable()
      .describe('Why it has not been sent yet. Null if sending is finished.'),
    failures: z.array(z.object({ type: z.string(), at: z.string(), diagnosis: diagnosisFacts })),
    attempts: z.array(
      z.object({
        ...{ round: z.int(), started_at: z.string(), finished_at: nullableText, result: nullableText },
        ...{ reply_code: z.int().nullable(), next_attempt_at: nullableText, diagnosis: diagnosisFacts },
      }),
    ),
  },
  run: async ({ email_id: id }, { client, signal }) => {
    const [email, attempts] = await Promise.all([
      client.emails.get(id, { signal }),
      client.emails.listAttempts(id, { signal }),
    ]);
    const shown = attempts.data.slice(-attemptsMax);
    const failures = email.events.filter(({ diagnosis }) => diagnosis).slice(-attemptsMax);
    const { waiting } = email;
    return {
      summary: waiting
        ? `The email is ${email.last_event}. It waits for: ${waiting.cause}. Who must act: ${waiting.actor}. ${waiting.advice}`
        : `The email is ${email.last_event}; nothing waits. ${failures.at(-1)?.diagnosis?.advice ?? ''}`.trim(),
      facts: {
        ...{ id: email.id, status: email.last_event, accepted_at: email.created_at, sent_at: email.sent_at },
        waiting: waiting && {
          ...{ cause: waiting.cause, actor: waiting.actor, since: waiting.since },
          ...{ next_attempt_at: waiting.next_attempt_at, advice: waiting.advice },
        },
        failures: failures.map(({ type, at, diagnosis }) => ({
          type,
          at,
          diagnosis: shownDiagnosis(diagnosis),
        })),
        attempts: shown.map(attemptFacts),
      },
      quoted: {
        ...{ to: email.to, subject: email.subject, waiting_detail: waiting?.detail ?? undefined },
        failures: failures.map(({ recipient, detail }) => ({ recipient, detail })),
        attempts: shown.map(({ recipient, host, reply, conversation }) => ({
          recipient,
          host,
          reply,
          conversation,
        })),
      },
    };
  },
});

function shownDiagnosis(diagnosis: DeliveryAttempt['diagnosis'] | undefined): z.input<typeof diagnosisFacts> {
  return diagnosis ? { class: diagnosis.class, actor: diagnosis.actor, advice: diagnosis.advice } : null;
}

function attemptFacts(attempt: DeliveryAttempt) {
  const { round, started_at, finished_at, result, reply_code, next_attempt_at } = attempt;
  return {
    round,
    started_at,
    finished_at,
    result,
    reply_code,
    next_attempt_at,
    diagnosis: shownDiagnosis(attempt.diagnosis),
  };
}

export const findEmail = defineTool({
  name: 'find_email',
  kind: 'read',
  title: 'Find sent emails',
  description:
    'Finds emails that were sent, newest first, by recipient, subject, status, kind, tag or Message-ID.',
  input: {
    to: address.optional().describe('Recipient.'),
    subject: z.string().min(1).max(200).optional().describe('The whole subject, in this spelling.'),
    status: z.enum(statuses).optional(),
    kind: z.string().min(1).max(64).optional(),
    tag: z.string().min(3).max(300).optional().describe('name:value'),
    message_id: z.string().min(3).max(998).optional().describe('Message-ID header.'),
    ...{ since: since.optional(), limit, cursor },
  },
  facts: { emails: z.array(summaryFacts), next_cursor: nextCursor },
  run: async (query, { client, signal }) => {
    const { data, next_cursor } = await client.emails.list(given(query), { signal }).page();
    return {
      summary: `${data.length} email${data.length === 1 ? '' : 's'} found${next_cursor ? ', and there are more' : ''}.`,
      facts: { emails: data.map(emailFacts), next_cursor: next_cursor ?? null },
      quoted: Object.fromEntries(
        data.map(({ id, from, to, subject, kind }) => [id, { from, to, subject, kind }]),
      ),
    };
  },
});

function emailFacts({
  id,
  last_event,
  waiting,
  mode,
  created_at,
  sent_at,
}: EmailSummary | Email): z.input<typeof summaryFacts> {
  return {
    id,
    status: last_event,
    waiting_for: waiting?.cause ?? null,
    mode,
    accepted_at: created_at,
    sent_at,
  };
}

export const readEmail = defineTool({
  name: 'read_email',
  kind: 'read',
  title: 'Read a sent email',
  description: 'Shows an email that was sent, with its text and its events. Find the id with find_email.',
  input: { email_id: emailId },
  facts: {
    email: summaryFacts,
    events: z.array(z.object({ type: z.string(), at: z.string(), automatic: z.boolean() })),
    attachments: z.int().describe('Number of attachments.'),
  },
  run: async ({ email_id: id }, { client, signal }) => {
    const email = await client.emails.get(id, { signal });
    const events = email.events.slice(-eventsMax);
    const { from, to, cc, bcc, reply_to, subject, text, html, kind, tags, metadata } = email;
    return {
      summary: `The email is ${email.last_event}. It has ${email.events.length} events; the newest ${events.length} are shown.`,
      facts: {
        email: emailFacts(email),
        events: events.map(({ type, at, automatic }) => ({ type, at, automatic: automatic ?? false })),
        attachments: email.attachments.length,
      },
      quoted: {
        ...{ from, to, cc, bcc, reply_to, subject, kind, tags, metadata, text },
        // The HTML says the same, in many more characters.
        ...(text === null && { html }),
        events: events.map(({ recipient, detail }) => ({ recipient, detail })),
        attachments: email.attachments,
      },
    };
  },
});

const failureTypes = [
  'email.bounced',
  'email.failed',
  'email.rejected',
  'email.complained',
  'email.delivery_delayed',
] as const;

export const listRecentFailures = defineTool({
  name: 'list_recent_failures',
  kind: 'read',
  title: 'List recent failures',
  description:
    'Lists recent bounces, failures, rejections, complaints or delays with the reason, who can fix it and what to do, newest first.',
  input: {
    type: z.enum(failureTypes).default('email.bounced'),
    hours: z.int().min(1).max(168).default(24).describe('How far back, at most 168.'),
    limit,
  },
  facts: {
    failures: z.array(z.object({ email_id: z.string(), at: z.string(), diagnosis: diagnosisFacts })),
    classes: z.record(z.string(), z.int()).describe('How many of each class.'),
  },
  run: async ({ type, hours, limit: count }, { client, signal }) => {
    const from = new Date(Date.now() - hours * 3_600_000).toISOString();
    // The stream goes from old to new: the newest are on the last of at most ten pages.
    const found = await client.emailEvents
      .list({ type, since: from, limit: 100 }, { signal })
      .toArray({ limit: eventsReadMax });
    const shown = found.slice(-count).reverse();
    const classes: Record<string, number> = {};
    for (const { data } of found) {
      const name = 'diagnosis' in data && data.diagnosis ? data.diagnosis.class : 'unknown';
      classes[name] = (classes[name] ?? 0) + 1;
    }
    const more =
      found.length === eventsReadMax
        ? ` These are the first ${eventsReadMax} of the period; ask for fewer hours.`
        : '';
    return {
      summary: `${found.length} events ${type} in ${hours} hours.${more}`,
      facts: {
        failures: shown.map(({ created_at: at, data }) => ({
          ...{ email_id: data.email_id, at },
          diagnosis: shownDiagnosis('diagnosis' in data ? data.diagnosis : null),
        })),
        classes,
      },
      quoted: {
        failures: shown.map(({ data: { recipient, subject, ...data } }) => ({
          ...{ recipient, subject },
          detail: 'detail' in data ? data.detail : undefined,
        })),
      },
    };
  },
});
