import type { Broadcast, CreateBroadcastRequest } from 'postrider';
import { z } from 'zod';
import { address, templateName } from '../fields';
import { defineTool, ToolRefusal, type ToolContext } from '../tool';
import { findingFacts, presentFindings, readerFor, templateChoice } from './content-tools';

const dryRunFacts = {
  broadcast: z
    .object({ id: z.string(), status: z.string(), segment_id: z.string(), topic: z.string() })
    .nullable(),
  drafts: z.array(z.object({ id: z.string(), created_at: z.string() })),
  audience: z
    .object({
      ...{
        contacts: z.int().nullable(),
        recipients: z.int().nullable(),
        expected_seconds: z.int().nullable(),
      },
      ...{ sampled: z.int(), suppressed: z.int(), unsubscribed: z.int(), warming_up: z.boolean() },
      ...{ monthly_remaining: z.int().nullable(), daily_remaining: z.int().nullable() },
    })
    .nullable(),
  size_bytes: z.int().nullable(),
  errors: z.int().nullable(),
  findings: z.array(findingFacts),
};

export const dryRunBroadcast = defineTool({
  name: 'dry_run_broadcast',
  kind: 'read',
  title: 'Dry run of a broadcast',
  description:
    'Says what sending a broadcast would do, without sending it: how many contacts get it, how many are suppressed or unsubscribed, limits, how it looks, and what the check finds. Without broadcast_id, lists the drafts.',
  input: { broadcast_id: z.uuid().optional() },
  facts: dryRunFacts,
  run: async ({ broadcast_id: id }, context) => {
    if (id !== undefined)
      return dryRun(await context.client.broadcasts.get(id, { signal: context.signal }), context);
    const { data } = await context.client.broadcasts
      .list({ status: 'draft', limit: 25 }, { signal: context.signal })
      .page();
    return {
      summary: `${data.length} drafts.`,
      facts: {
        ...{ broadcast: null, audience: null, size_bytes: null, errors: null, findings: [] },
        drafts: data.map(({ id: draft, created_at }) => ({ id: draft, created_at })),
      },
      quoted: Object.fromEntries(data.map(({ id: draft, name, subject }) => [draft, { name, subject }])),
    };
  },
});

async function dryRun(broadcast: Broadcast, { client, key, signal }: ToolContext) {
  const { id, status, segment_id, topic, from } = broadcast;
  const [estimate, preview] = await Promise.all([
    client.broadcasts.estimate(id, { signal }),
    client.broadcasts.preview(id, {}, { signal }),
  ]);
  const { subject, html, text } = preview;
  const check = await client.emails.check(
    {
      ...{ from, to: readerFor(key), subject, kind: 'broadcast.draft' },
      ...(html === null ? { text: text ?? '' } : { html, ...(text !== null && { text }) }),
    },
    { signal },
  );
  const { findings, messages, errors } = presentFindings(check);
  const { contacts, recipients, expected_seconds, sample, limits } = estimate;
  return {
    summary: `The broadcast is ${status}. About ${recipients ?? 'an unknown number of'} people would get it. The check found ${errors} errors. A person sends it in the console.`,
    facts: {
      ...{ broadcast: { id, status, segment_id, topic }, drafts: [] },
      audience: {
        ...{ contacts, recipients, expected_seconds, warming_up: limits.warming_up },
        ...{ sampled: sample.contacts, suppressed: sample.suppressed, unsubscribed: sample.unsubscribed },
        ...{ monthly_remaining: limits.monthly_remaining, daily_remaining: limits.daily_remaining },
      },
      ...{ size_bytes: check.size_bytes, errors, findings },
    },
    quoted: { from, name: broadcast.name, subject, text, ...(text === null && { html }), findings: messages },
  };
}

export const draftBroadcast = defineTool({
  name: 'draft_broadcast',
  kind: 'draft',
  title: 'Draft a broadcast',
  description:
    'Creates the draft of a broadcast and answers with its dry run. It is not sent until a person sends it in the console: this server can neither schedule nor send it. The segment id and the slug of the topic are in the console.',
  input: {
    name: z.string().trim().min(1).max(200).describe('Name of the broadcast. Recipients do not see it.'),
    segment_id: z.uuid(),
    topic: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'must be the slug of a topic'),
    from: address.describe('Sender at a verified domain of the stream bulk.'),
    subject: z.string().min(1).max(998).optional(),
    html: z.string().max(500_000).optional(),
    text: z.string().max(500_000).optional(),
    template: templateName
      .optional()
      .describe('Slug or id of a published template, instead of subject, html and text.'),
  },
  facts: dryRunFacts,
  run: async ({ template, ...content }, context) => {
    const { client, signal } = context;
    const request = { ...content, ...(template !== undefined && { template: templateChoice(template) }) };
    const draft = await client.broadcasts.create(request as CreateBroadcastRequest, { signal });
    if (draft.status !== 'draft')
      throw new ToolRefusal('not_a_draft', `The broadcast ${draft.id} is ${draft.status}.`);
    const answer = await dryRun(draft, context);
    return { ...answer, summary: `Draft created. ${answer.summary}` };
  },
});
