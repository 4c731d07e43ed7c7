import { z } from 'zod';
import { count, createdAt, flag, line, objectName, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { domainStatuses, domainStreams, inboundRules } from '../statuses/statuses';

const label = lineOfText()
  .toLowerCase()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a single DNS label: letters, digits and inner hyphens',
  );

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
        description: 'Domain of your sender addresses.',
        examples: [sample.domain],
      }),
    stream: z.enum(domainStreams).default('transactional').meta({
      description:
        '`transactional`: receipts, password resets and similar. `bulk`: also newsletters. Use a separate domain for each. Cannot be changed.',
    }),
    dns_mode: dnsMode.default('manual').meta({
      description:
        '`manual`: you publish the DNS records. `cloudflare`: `POST /domains/{id}/publish` publishes them.',
    }),
    return_path: label.default('bounce').meta({
      description: 'Subdomain label for bounces (return path).',
      examples: ['bounce'],
    }),
    tracking_host: label.default('links').meta({
      description: 'Subdomain label for tracked links.',
      examples: ['links'],
    }),
    reply_host: label.default('reply').meta({
      description: 'Subdomain label for replies, which arrive as `email.received`.',
      examples: ['reply'],
    }),
  })
  .refine(
    ({ return_path, tracking_host, reply_host }) =>
      new Set([return_path, tracking_host, reply_host]).size === 3,
    {
      path: ['tracking_host'],
      message: 'return_path, tracking_host and reply_host must differ from each other',
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
    '`replies`: only replies to `reply_address`. `addresses`: also emails to the listed addresses. `catch_all`: also emails to any address of the domain. The last two need the `INBOUND` record.',
  examples: ['addresses'],
});
const inboundAddressesMax = 100;
const inboundAddresses = 'Local parts (before the @) in lowercase, without `+tag`.';

const inboundRuleRequest = z
  .object({
    mode: inboundMode,
    addresses: z
      .array(lineOfText().normalize('NFC').toLowerCase().min(1).max(64))
      .max(inboundAddressesMax)
      .default([])
      .meta({
        description: `${inboundAddresses} Up to ${inboundAddressesMax}; replaces the list. Required with the mode \`addresses\`. An address also receives its \`+tag\` variants.`,
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
  .meta({ id: 'InboundRuleRequest', description: 'Which emails the domain receives.' });

export const updateDomainRequest = z.object({ inbound: inboundRuleRequest.optional() }).meta({
  id: 'UpdateDomainRequest',
  description: 'Fields to change. Missing fields keep their values.',
  examples: [{ inbound: { mode: 'addresses', addresses: ['sales', 'support'] } }],
});

export const domainRecord = z
  .object({
    record: z
      .enum(['DKIM', 'SPF', 'MX', 'DMARC', 'TRACKING', 'REPLY', 'INBOUND', 'MTA_STS', 'TLS_RPT'])
      .meta({
        description:
          'Purpose of the record. `REPLY`: replies. `INBOUND`: emails to addresses of the domain; only with the inbound modes `addresses` and `catch_all`. `MTA_STS`: host and version of the MTA-STS policy; only with a policy, which is set in the console. `TLS_RPT`: reports of other mail servers about TLS; only for domains that receive email or have such a policy.',
      }),
    type: z.enum(['TXT', 'MX', 'CNAME']).meta({ description: 'DNS record type.' }),
    name: line('Full name of the record.', 'pr1._domainkey.acme.example'),
    value: line('Value to publish.', 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'),
    ttl: count('TTL in seconds.', 3_600),
    priority: count('Priority. Only for MX records.', 10).optional(),
    required: flag('Whether the record is required for verification.'),
    status: z.enum(['pending', 'verified', 'missing', 'mismatch']).meta({
      examples: ['verified'],
      description:
        'Result of the last check. `pending`: not checked yet. `mismatch`: found with another value.',
    }),
    observed: z.array(z.string()).meta({
      description: 'Values found by the last check. Empty if there were none.',
      examples: [['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A']],
    }),
    error: line(
      'What is wrong with the record. Absent if nothing is.',
      'There is no record at this name.',
    ).optional(),
    hint: line(
      'How to improve a valid record. Absent if there is nothing to improve.',
      'p=none only monitors. p=quarantine also protects the domain.',
    ).optional(),
  })
  .meta({ id: 'DomainRecord', description: 'A DNS record to publish, and its current state.' });
export type DomainRecord = z.infer<typeof domainRecord>;

export const domainResource = z
  .object({
    object: objectName('domain'),
    id: line('Id of the domain.', sample.domainId),
    name: line('Name of the domain.', sample.domain),
    status: z.enum(domainStatuses).meta({
      examples: ['verified'],
      description:
        '`pending`: waiting for DNS records. `verified`: can send. `failed`: records were not found in time or were removed. `disabled`: being deleted.',
    }),
    failed_reason: z
      .enum(domainFailures)
      .nullable()
      .meta({
        description:
          'Why the domain failed. `not_verified`: records were not found within 72 hours. `records_lost`: records were missing for 72 hours. `claimed_by_another`: another organization proved that it owns the domain. Null if it did not fail.',
        examples: [null],
      }),
    stream: z
      .enum(domainStreams)
      .meta({ description: '`transactional`, or `bulk`, which also accepts bulk kinds.' }),
    dns_mode: dnsMode.meta({
      description: '`manual`: you publish the DNS records. `cloudflare`: Postrider publishes them.',
    }),
    created_at: createdAt('it was added'),
    verified_at: timeOrNull('When it was verified. Null: not verified.'),
    last_checked_at: timeOrNull(
      'When the records were last checked. Null until the first check.',
      sample.acceptedAt,
    ),
    return_path: line('Host for bounces (return path).', 'bounce.acme.example'),
    tracking_host: line('Host for tracked links.', 'links.acme.example'),
    reply_address: line(
      'Address for `reply_to` whose replies arrive as `email.received`.',
      'reply@reply.acme.example',
    ),
    inbound: z
      .object({
        mode: inboundMode,
        addresses: z
          .array(z.string())
          .meta({ description: inboundAddresses, examples: [['sales', 'support']] }),
      })
      .meta({ id: 'InboundRule', description: 'Which emails the domain receives.' }),
    dkim: z
      .object({ selector: line('DKIM selector.', 'pr1') })
      .meta({ id: 'DomainDkim', description: 'DKIM signing of the domain.' }),
    records: z.array(domainRecord).meta({ description: 'DNS records to publish.' }),
  })
  .meta({ id: 'Domain', description: 'A sending domain with its DNS records.' });
export type DomainResource = z.infer<typeof domainResource>;
