import type { DomainRecord, DomainResource } from '@postrider/contracts/domains';
import { invalidField } from '@postrider/contracts/errors';
import { z } from 'zod';
import { bodyOf, listReply, resendCall, type ResendCall } from './resend-call';

const createBody = bodyOf({
  name: z.unknown(),
  custom_return_path: z.unknown().optional(),
  tracking_subdomain: z.unknown().optional(),
});

const perEmail = 'tracking is chosen for each email: `track` of POST /api/v1/emails';
const updateBody = bodyOf({
  open_tracking: z.literal(false, perEmail).optional(),
  click_tracking: z.literal(false, perEmail).optional(),
  tls: z
    .literal('opportunistic', 'TLS policies of recipients (MTA-STS, DANE) decide, not the domain')
    .optional(),
  capabilities: bodyOf({
    sending: z.literal('enabled', 'a verified domain sends').optional(),
    receiving: z.enum(['enabled', 'disabled']).optional(),
  }).optional(),
  tracking_subdomain: z.string().optional(),
});

export const domainCalls: readonly ResendCall[] = [
  resendCall({
    name: 'domains.create',
    method: 'POST',
    path: '/domains',
    like: 'createDomain',
    differs: '`customReturnPath` and `trackingSubdomain` are labels; no region',
    body: createBody,
    handle: async ({ body }, run) => {
      const { name, custom_return_path: returnPath, tracking_subdomain: trackingHost } = body;
      const reply = await run('createDomain', {
        body: {
          name,
          ...(returnPath !== undefined && { return_path: returnPath }),
          ...(trackingHost !== undefined && { tracking_host: trackingHost }),
        },
      });
      return { ...reply, body: presentDomain(reply.body as DomainResource) };
    },
  }),
  resendCall({
    name: 'domains.list',
    method: 'GET',
    path: '/domains',
    like: 'listDomains',
    list: 'domains',
    handle: async (_request, run) => listReply(await run('listDomains'), presentDomainSummary),
  }),
  resendCall({
    name: 'domains.get',
    method: 'GET',
    path: '/domains/:id',
    like: 'readDomain',
    handle: async (_request, run) => {
      const reply = await run('readDomain');
      return { ...reply, body: presentDomain(reply.body as DomainResource) };
    },
  }),
  resendCall({
    name: 'domains.update',
    method: 'PATCH',
    path: '/domains/:id',
    like: 'updateDomain',
    also: ['readDomain'],
    differs: '`receiving` means `catch_all`; other settings cannot be changed',
    body: updateBody,
    handle: async ({ body, params }, run) => {
      const found = (await run('readDomain')).body as DomainResource;
      const { tracking_host: trackingHost } = found;
      const label = trackingHost.split('.')[0];
      if (![undefined, label, trackingHost].includes(body.tracking_subdomain)) {
        const text = `it is ${label}, and stays: remove the domain and create it again to change it`;
        throw invalidField('tracking_subdomain', text);
      }
      const receiving = body.capabilities?.receiving;
      if (receiving !== undefined && receiving !== receivingOf(found)) {
        const mode = receiving === 'enabled' ? 'catch_all' : 'replies';
        await run('updateDomain', { body: { inbound: { mode } } });
      }
      return { status: 200, body: { object: 'domain', id: params['id'] } };
    },
  }),
  resendCall({
    name: 'domains.verify',
    method: 'POST',
    path: '/domains/:id/verify',
    like: 'verifyDomain',
    handle: async ({ params }, run) => {
      const reply = await run('verifyDomain');
      return { ...reply, body: { object: 'domain', id: params['id'] } };
    },
  }),
  resendCall({
    name: 'domains.remove',
    method: 'DELETE',
    path: '/domains/:id',
    like: 'deleteDomain',
    handle: async ({ params }, run) => {
      await run('deleteDomain');
      return { status: 200, body: { object: 'domain', id: params['id'], deleted: true } };
    },
  }),
];

/** Theirs receives at any address of the domain. */
function receivingOf({ inbound }: DomainResource): 'enabled' | 'disabled' {
  return inbound.mode === 'replies' ? 'disabled' : 'enabled';
}

/** `disabled` is a domain of ours whose clean-up is not done: no mail leaves from it. */
function presentDomainSummary(domain: DomainResource): object {
  const { id, name, status, created_at, tracking_host } = domain;
  const sending = status === 'verified' ? 'enabled' : 'disabled';
  const capabilities = { sending, receiving: receivingOf(domain) };
  const shown = status === 'disabled' ? 'failed' : status;
  // Where mail leaves from is the operator's choice and has no name among their regions.
  return {
    id,
    name,
    status: shown,
    created_at,
    region: null,
    capabilities,
    tracking_subdomain: tracking_host,
  };
}

function presentDomain(domain: DomainResource): object {
  return { object: 'domain', ...presentDomainSummary(domain), records: domain.records.map(presentRecord) };
}

const recordStatuses: Readonly<Record<DomainRecord['status'], string>> = {
  pending: 'not_started',
  verified: 'verified',
  missing: 'pending',
  mismatch: 'failed',
};
const recordNames: Readonly<Record<DomainRecord['record'], string>> = {
  DKIM: 'DKIM',
  SPF: 'SPF',
  MX: 'SPF',
  DMARC: 'DMARC',
  TRACKING: 'Tracking',
  REPLY: 'Receiving',
  INBOUND: 'Receiving',
  MTA_STS: 'MTA-STS',
  TLS_RPT: 'TLS-RPT',
};

function presentRecord({ record, type, name, value, ttl, priority, status }: DomainRecord): object {
  const common = { record: recordNames[record], type, name, value, ttl: String(ttl) };
  return { ...common, status: recordStatuses[status], ...(priority !== undefined && { priority }) };
}
