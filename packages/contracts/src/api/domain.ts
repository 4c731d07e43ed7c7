import { z } from 'zod';
import { domainStatuses, domainStreams, inboundRules } from '../statuses';
import { count, createdAt, flag, line, objectName, timeOrNull } from './fields';
import { sample } from './sample';
import { lineOfText } from './text';

const label = lineOfText()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be one label: letters, digits and inner hyphens');

/** A domain that failed no longer holds its name: another organization may register it. */
export const domainFailures = ['not_verified', 'records_lost', 'claimed_by_another'] as const;
export type DomainFailure = (typeof domainFailures)[number];

const dnsMode = z.enum(['manual', 'cloudflare']);

export const createDomainRequest = z
  .object({
    name: lineOfText()
      .min(1, 'required')
      .max(253)
      .meta({
        description: 'The domain that stands behind the @ of your senders.',
        examples: [sample.domain],
      }),
    stream: z.enum(domainStreams).default('transactional').meta({
      description:
        '`transactional`: receipts, password resets and the like; `bulk`: also newsletters. Use separate domains. Cannot be changed.',
    }),
    dns_mode: dnsMode.default('manual').meta({
      description:
        '`manual`: you publish the records; `cloudflare`: `POST /domains/{id}/publish` writes them.',
    }),
    return_path: label.default('bounce').meta({
      description: 'Label of the host that bounces come back to, below the domain.',
      examples: ['bounce'],
    }),
    tracking_host: label.default('links').meta({
      description: 'Label of the host that tracked links lead over, below the domain.',
      examples: ['links'],
    }),
    reply_host: label.default('reply').meta({
      description: 'Label of the host whose mail becomes `email.received`, below the domain.',
      examples: ['reply'],
    }),
  })
  .refine(
    ({ return_path, tracking_host, reply_host }) =>
      new Set([return_path, tracking_host, reply_host]).size === 3,
    {
      path: ['tracking_host'],
      message: 'must differ from return_path and reply_host, and these from each other',
    },
  )
  .meta({
    id: 'CreateDomainRequest',
    description: 'A sending domain to add.',
    examples: [{ name: sample.domain }],
  });
export type CreateDomainRequest = z.infer<typeof createDomainRequest>;

const inboundMode = z.enum(inboundRules).meta({
  description:
    '`replies`: replies at `reply_address` alone; `addresses`: also emails to the listed addresses; `catch_all`: also emails to any address of the domain. The last two need the `INBOUND` record.',
  examples: ['addresses'],
});
const inboundAddressesMax = 100;
const inboundAddresses = 'What stands before the @ of each address, in lower case, without a `+tag`.';

const inboundRuleRequest = z
  .object({
    mode: inboundMode,
    addresses: z
      .array(lineOfText().normalize('NFC').toLowerCase().min(1).max(64))
      .max(inboundAddressesMax)
      .default([])
      .meta({
        description: `${inboundAddresses} Required with the mode \`addresses\`, ${inboundAddressesMax} at most; replaces the list. Emails to an address with a \`+tag\` are received, too.`,
        examples: [['sales', 'support']],
      }),
  })
  .superRefine(({ mode, addresses }, check) => {
    const refuse = (message: string): void =>
      check.addIssue({ code: 'custom', path: ['addresses'], message });
    if (mode === 'addresses' && addresses.length === 0) refuse('required with the mode addresses');
    if (mode !== 'addresses' && addresses.length > 0) refuse('only with the mode addresses');
    const repeated = addresses.find((address, i) => addresses.indexOf(address) < i);
    if (repeated !== undefined) refuse(`${repeated} is listed twice`);
  })
  .meta({ id: 'InboundRuleRequest', description: 'What the domain receives.' });

export const updateDomainRequest = z.object({ inbound: inboundRuleRequest.optional() }).meta({
  id: 'UpdateDomainRequest',
  description: 'Fields to change. Missing fields keep their values.',
  examples: [{ inbound: { mode: 'addresses', addresses: ['sales', 'support'] } }],
});

export const domainRecord = z
  .object({
    record: z.enum(['DKIM', 'SPF', 'MX', 'DMARC', 'TRACKING', 'REPLY', 'INBOUND']).meta({
      description:
        'What it is for. `REPLY`: replies. `INBOUND`: emails to addresses of the domain itself; only with the inbound modes `addresses` and `catch_all`.',
    }),
    type: z.enum(['TXT', 'MX', 'CNAME']).meta({ description: 'Its type in the DNS.' }),
    name: line('The name to publish it at, in full.', 'pr1._domainkey.acme.example'),
    value: line('What to publish, exactly.', 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'),
    ttl: count('How many seconds resolvers may keep it.', 3_600),
    priority: count('Of MX records: their priority.', 10).optional(),
    required: flag('Without it the domain does not count as verified.'),
    status: z.enum(['pending', 'verified', 'missing', 'mismatch']).meta({
      examples: ['verified'],
      description: 'What the last look found: not looked yet, as it should be, nothing, or something else.',
    }),
    observed: z.array(z.string()).meta({
      description: 'What the last look found at that name; empty: nothing.',
      examples: [['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A']],
    }),
    error: line(
      'What is wrong with it, in words; absent: nothing.',
      'There is no record at this name.',
    ).optional(),
    hint: line(
      'Of a record that will do: what it could do beside that.',
      'p=none only watches: p=quarantine also protects.',
    ).optional(),
  })
  .meta({ id: 'DomainRecord', description: 'A DNS record to publish, and what is published.' });
export type DomainRecord = z.infer<typeof domainRecord>;

export const domainResource = z
  .object({
    object: objectName('domain'),
    id: line('Id of the domain.', sample.domainId),
    name: line('The domain.', sample.domain),
    status: z.enum(domainStatuses).meta({
      examples: ['verified'],
      description:
        '`pending`: records are looked for; `verified`: it may send; `failed`: they were not found in time, or are lost; `disabled`: it is being removed.',
    }),
    failed_reason: z
      .enum(domainFailures)
      .nullable()
      .meta({
        description:
          'Why it failed: its records were not found in 72 hours, were missing for 72 hours, or another organization has proved that the name is its own. Null: it has not.',
        examples: [null],
      }),
    stream: z
      .enum(domainStreams)
      .meta({ description: 'What may be sent from it; `bulk` takes bulk kinds, too.' }),
    dns_mode: dnsMode.meta({ description: 'Who publishes the records: you, or this service.' }),
    created_at: createdAt('it was added'),
    verified_at: timeOrNull('When it was verified. Null: not verified.'),
    last_checked_at: timeOrNull('When its records were last looked for; null: not yet.', sample.acceptedAt),
    return_path: line('The host that bounces come back to.', 'bounce.acme.example'),
    tracking_host: line('The host that tracked links lead over.', 'links.acme.example'),
    reply_address: line(
      'Put it into `reply_to`, and what is written there becomes `email.received`.',
      'reply@reply.acme.example',
    ),
    inbound: z
      .object({
        mode: inboundMode,
        addresses: z
          .array(z.string())
          .meta({ description: inboundAddresses, examples: [['sales', 'support']] }),
      })
      .meta({ id: 'InboundRule', description: 'What the domain receives.' }),
    dkim: z
      .object({ selector: line('The selector that mail is signed with.', 'pr1') })
      .meta({ id: 'DomainDkim', description: 'How its mail is signed.' }),
    records: z.array(domainRecord).meta({ description: 'The DNS records to publish.' }),
  })
  .meta({ id: 'Domain', description: 'A sending domain with its DNS records.' });
export type DomainResource = z.infer<typeof domainResource>;
