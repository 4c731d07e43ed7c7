import type { Domain, Postrider } from 'postrider';
import { z } from 'zod';
import { address, domainName, nullableText } from '../fields';
import { defineTool, ToolRefusal } from '../tool';

export const checkDomain = defineTool({
  name: 'check_domain',
  kind: 'read',
  title: 'Check a sending domain',
  description:
    'Says whether a sending domain is verified and, with an ADMIN key, which of its DNS records are missing or wrong, as of the last check. It changes nothing.',
  input: { domain: domainName },
  facts: {
    domain: z.string(),
    usable: z.boolean().describe('Whether this key may send from it now.'),
    status: nullableText.describe('Null if the key may not read domains.'),
    failed_reason: nullableText,
    last_checked_at: nullableText,
    records: z.array(
      z.object({
        ...{ record: z.string(), type: z.string(), name: z.string(), value: z.string() },
        required: z.boolean(),
        status: z.string(),
      }),
    ),
  },
  run: async ({ domain: asked }, { client, key, signal }) => {
    const name = asked.toLowerCase();
    const { domains } = await client.keys.getOwn({ signal });
    const usable = domains.includes(name);
    if (key.permission !== 'ADMIN' || key.mode !== 'live') {
      const none = { status: null, failed_reason: null, last_checked_at: null, records: [] };
      return {
        summary: `${usable ? 'This key may send from the domain.' : 'This key may not send from the domain: it is not verified, of others, or not allowed for the key.'} The DNS records need a live ADMIN key.`,
        facts: { domain: name, usable, ...none },
      };
    }
    const found = await domainNamed(client, name, signal);
    const wrong = found.records.filter(({ required, status }) => required && status !== 'verified');
    return {
      summary: `The domain is ${found.status}. ${wrong.length} of its required records are not verified.`,
      facts: {
        ...{ domain: found.name, usable: usable && found.status === 'verified', status: found.status },
        ...{ failed_reason: found.failed_reason, last_checked_at: found.last_checked_at },
        records: found.records.map(({ record, type, name: at, value, required, status }) => ({
          ...{ record, type, name: at, value, required, status },
        })),
      },
      quoted: {
        records: found.records
          .filter(({ status }) => status === 'mismatch' || status === 'missing')
          .map(({ record, observed, error, hint }) => ({ record, observed, error, hint })),
      },
    };
  },
});

/** @throws ToolRefusal when the organization does not have it */
async function domainNamed(client: Postrider, name: string, signal: AbortSignal): Promise<Domain> {
  for await (const domain of client.domains.list({ limit: 100 }, { signal })) {
    if (domain.name === name) return domain;
  }
  throw new ToolRefusal('not_found', 'The organization does not have this domain.');
}

export const deliverabilityReport = defineTool({
  name: 'deliverability_report',
  kind: 'read',
  title: 'Report on deliverability',
  description:
    'Reports how email was received: rates, figures by mailbox provider and current problems with what to do. Findings and providers need a FULL or ADMIN key.',
  input: {
    days: z.int().min(1).max(30).default(7),
    domain: domainName
      .optional()
      .describe('Only of this sending domain. A key that is restricted to domains must name one.'),
  },
  facts: {
    rates: z.record(z.string(), z.number()).describe('Fractions from 0 to 1.'),
    totals: z.record(z.string(), z.number()),
    providers: z
      .array(
        z.object({
          ...{
            recipients: z.int(),
            delivered: z.int(),
            deferred: z.int(),
            blocked: z.int(),
            bounced: z.int(),
            complained: z.int(),
          },
          ...{ p50_seconds: z.number().nullable(), usual_p50_seconds: z.number().nullable() },
        }),
      )
      .describe('The ten with the most recipients. Their names are among the texts, in the same order.'),
    findings: z.array(
      z.object({ code: z.string(), severity: z.string(), since: nullableText, advice: z.string() }),
    ),
  },
  run: async ({ days, domain }, { client, key, signal }) => {
    const query = { days, ...(domain !== undefined && { domain: domain.toLowerCase() }) };
    const [metrics, report] = await Promise.all([
      client.metrics.get(query, { signal }),
      key.permission === 'SEND' ? null : client.deliverability.get(query, { signal }),
    ]);
    const providers = report?.providers.slice(0, 10) ?? [];
    const findings = report?.findings.slice(0, 20) ?? [];
    return {
      summary: report
        ? `${findings.length} current problems; figures of ${providers.length} mailbox providers over ${days} days.`
        : `Rates over ${days} days. Problems and providers need a FULL key.`,
      facts: {
        ...{ rates: { ...metrics.rates }, totals: { ...metrics.totals } },
        providers: providers.map(
          ({ recipients, delivered, deferred, blocked, bounced, complained, ...times }) => ({
            ...{ recipients, delivered, deferred, blocked, bounced, complained },
            ...{
              p50_seconds: times.seconds_to_delivery?.p50 ?? null,
              usual_p50_seconds: times.usual_seconds?.p50 ?? null,
            },
          }),
        ),
        findings: findings.map(({ code, severity, since, advice }) => ({ code, severity, since, advice })),
      },
      quoted: {
        providers: providers.map(({ provider, replies }) => ({
          provider,
          replies: replies.slice(0, 3).map(({ text }) => text),
        })),
        findings: findings.map(({ subject, evidence }) => ({ subject, evidence })),
      },
    };
  },
});

export const suppressionStatus = defineTool({
  name: 'suppression_status',
  kind: 'read',
  title: 'Is this address suppressed?',
  description:
    'Says whether an address gets no email because it is suppressed, why, since when, and which email caused it.',
  input: { address },
  facts: {
    suppressed: z.boolean(),
    entries: z.array(
      z.object({
        ...{
          reason: z.string(),
          scope: z.string(),
          domain: nullableText,
          created_at: z.string(),
          expires_at: nullableText,
        },
        source_email_id: nullableText,
      }),
    ),
  },
  run: async ({ address: email }, { client, signal }) => {
    const { data } = await client.suppressions.list({ email, limit: 10 }, { signal }).page();
    return {
      summary: data.length === 0 ? 'The address is not suppressed.' : 'The address is suppressed.',
      facts: {
        suppressed: data.length > 0,
        entries: data.map(({ reason, scope, domain, created_at, expires_at, source_email_id }) => ({
          ...{ reason, scope, domain: domain ?? null, created_at, expires_at: expires_at ?? null },
          source_email_id: source_email_id ?? null,
        })),
      },
    };
  },
});
