import { z } from 'zod';
import { count, countOrNull, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { queryNumber } from '../fields/query-number';
import { sample } from '../fields/sample';
import { dmarcPolicies, mtaStsModes } from '../statuses/statuses';
import { transportName } from '../transports/transports';

const dkimKey = z
  .object({
    selector: line('Selector of the DNS record.', 'pr1'),
    algorithm: z.enum(['rsa-2048', 'ed25519']).meta({ description: 'Algorithm.', examples: ['rsa-2048'] }),
    state: z.enum(['waiting', 'active', 'retired']).meta({
      description:
        'State. `waiting`: its DNS record was not found yet. `active`: it signs. `retired`: a newer key replaced it; the record is kept for a week.',
      examples: ['active'],
    }),
    record_status: lineOrNull('Status of the DNS record. Null if it was not checked yet.', 'verified'),
    created_at: time('When the key was created.'),
    verified_at: timeOrNull('When its DNS record was found. Null if it was not.'),
    activated_at: timeOrNull('When it began to sign. Null if it did not.'),
    retired_at: timeOrNull('When it was replaced. Null if it was not.', null),
  })
  .meta({ id: 'DkimKey', description: 'A DKIM key of a domain.' });

export const domainSending = z
  .object({
    object: objectName('domain_sending'),
    id: line('Id of the domain.', sample.domainId),
    transport: line('Transport that sends its email.', 'mx'),
    transports: z
      .array(z.string())
      .meta({ description: 'Transports that can be set.', examples: [['smtp', 'mx']] }),
    source_pool: lineOrNull('Pool of source addresses. Null: the pool of its stream.', null),
    warm_up: z
      .object({
        started_at: time('When the warm-up started.'),
        day: count('Day of the warm-up (UTC), from 1.', 4),
      })
      .nullable()
      .meta({ description: 'Warm-up. Null: the domain is not warmed up.' }),
    daily_cap: countOrNull('Recipients per UTC day beside the warm-up. Null: no cap.', null),
    recipients_today: count('Recipients that were sent to on this UTC day.', 180),
    key_rotation_requested_at: timeOrNull(
      'When new keys were requested. Null: no request, or they were created.',
      null,
    ),
    dkim_keys: z.array(dkimKey).meta({ description: 'DKIM keys, oldest first.' }),
    can_change: z.boolean().meta({
      description: 'Whether this member can change transport, warm-up and cap.',
      examples: [true],
    }),
  })
  .meta({ id: 'DomainSending', description: 'How the email of a domain is signed and sent.' });
export type DomainSending = z.infer<typeof domainSending>;

export const updateDomainSendingRequest = z
  .object({
    transport: transportName.optional().meta({ description: 'Transport.', examples: ['mx'] }),
    daily_cap: z
      .int()
      .min(0)
      .max(999_999_999)
      .nullable()
      .optional()
      .meta({ description: 'Recipients per UTC day. Null removes the cap.', examples: [5_000] }),
    warm_up: z
      .enum(['start', 'end'])
      .optional()
      .meta({ description: 'Starts the warm-up from its first day, or ends it.', examples: ['start'] }),
  })
  .meta({
    id: 'UpdateDomainSendingRequest',
    description: 'The fields to change.',
    examples: [{ daily_cap: 5_000 }],
  });

const dmarcPolicy = z.enum(dmarcPolicies);

export const domainDmarcPolicy = z
  .object({
    object: objectName('domain_dmarc_policy'),
    id: line('Id of the domain.', sample.domainId),
    policy: dmarcPolicy
      .nullable()
      .meta({ description: 'Chosen policy. Null: none was chosen.', examples: ['quarantine'] }),
    testing: flag('Whether the chosen policy is in test mode (`t=y`).'),
    published_policy: dmarcPolicy.nullable().meta({
      description: 'Policy that DNS had at the last check. Null: there was no valid DMARC record.',
      examples: ['none'],
    }),
    published_testing: flag(
      'Whether that policy is in test mode (`t=y`): receivers apply `quarantine` in place of `reject`, and `none` in place of `quarantine`.',
    ),
    days: count('Number of days that the figures cover, up to today (UTC).', 30),
    reported_days: count('Days of which a receiver has sent a DMARC report.', 24),
    messages: count('Messages in these reports.', 12_400),
    passed: count('Messages that were authenticated as the domain by DKIM or SPF.', 12_310),
    failing_sources: count('Source addresses with messages that were not.', 3),
    next_step: z.enum(['publish', 'wait', 'fix_sources', 'advance', 'none']).meta({
      description:
        'Next step. `publish`: DNS does not have the chosen policy. `wait`: reports of fewer than 7 days or 100 messages. `fix_sources`: less than 98 % of the messages were authenticated. `advance`: the next policy is safe by these figures. `none`: the policy is `reject`.',
      examples: ['publish'],
    }),
    next_policy: dmarcPolicy.nullable().meta({
      description: 'Policy of the next step. Null: there is no next step.',
      examples: ['quarantine'],
    }),
    next_testing: flag('Whether the next step is test mode (`t=y`) of that policy.'),
  })
  .meta({
    id: 'DomainDmarcPolicy',
    description: 'DMARC policy of a domain, and what DMARC reports say about a stricter one.',
  });
export type DomainDmarcPolicy = z.infer<typeof domainDmarcPolicy>;

export const setDomainDmarcPolicyRequest = z
  .object({
    policy: dmarcPolicy.nullable().meta({
      description: 'Policy of the DMARC record. Null: the record keeps its policy.',
      examples: ['quarantine'],
    }),
    testing: z
      .boolean()
      .default(false)
      .meta({
        description: 'Test mode (`t=y`). Only with `quarantine` and `reject`.',
        examples: [false],
      }),
  })
  .refine(({ policy, testing }) => !testing || (policy !== null && policy !== 'none'), {
    path: ['testing'],
    message: 'only with the policies quarantine and reject',
  })
  .meta({ id: 'SetDomainDmarcPolicyRequest', description: 'The policy to set.' });

const mtaStsMode = z.enum(mtaStsModes);

/** A host name, or `*.` and one. */
const mailServer = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(
    /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a host name, such as mx.example.com or *.example.com',
  );
const mailServersMax = 20;

export const domainMtaSts = z
  .object({
    object: objectName('domain_mta_sts'),
    id: line('Id of the domain.', sample.domainId),
    mode: mtaStsMode.nullable().meta({
      description: 'Mode of the policy. Null: Postrider serves no policy for the domain.',
      examples: ['testing'],
    }),
    mail_servers: z.array(z.string()).meta({
      description: 'Mail servers that the policy names.',
      examples: [['mx1.example.com', '*.mail.example.com']],
    }),
    found_mail_servers: z.array(z.string()).meta({
      description:
        'Mail servers in the MX records of the domain now. Empty: there are none, or DNS does not answer.',
      examples: [['mx1.example.com']],
    }),
    url: line(
      'URL at which senders read the policy.',
      'https://mta-sts.acme.example/.well-known/mta-sts.txt',
    ),
    policy: z
      .string()
      .nullable()
      .meta({
        description: 'Policy as it is served. Null: there is none.',
        examples: ['version: STSv1\r\nmode: testing\r\nmx: mx1.example.com\r\nmax_age: 86400\r\n'],
      }),
  })
  .meta({
    id: 'DomainMtaSts',
    description:
      'MTA-STS policy of a domain: which mail servers receive its email, and that TLS is required (RFC 8461).',
  });
export type DomainMtaSts = z.infer<typeof domainMtaSts>;

export const domainTlsReportsQuery = z.object({
  days: queryNumber({ min: 1, max: 90, byDefault: 30 }).meta({
    description: 'Number of days to return, ending today (UTC): 1 to 90.',
    examples: [30],
  }),
});

const tlsReportFailure = z
  .object({
    policy_type: z.enum(['tlsa', 'sts', 'none']).meta({
      description: 'Policy that the sender applied. `tlsa`: DANE. `sts`: MTA-STS.',
      examples: ['sts'],
    }),
    result: line('Result type of RFC 8460 section 4.3, or `other`.', 'certificate-expired'),
    mail_server: lineOrNull('Mail server of the domain. Null: not reported.', 'mx1.acme.example'),
    reason: lineOrNull('Words of the sender. Null: none.', 'certificate has expired'),
    sessions: count('Failed sessions.', 12),
    reporters: z.array(z.string()).meta({
      description: 'Domains that sent these reports, confirmed by DMARC, up to ten.',
      examples: [['google.com']],
    }),
    first_day: line('First day (UTC) with this failure.', '2026-05-10'),
    last_day: line('Last day (UTC) with this failure.', '2026-05-12'),
  })
  .meta({ id: 'DomainTlsFailure', description: 'Sessions that failed alike.' });

export const domainTlsReports = z
  .object({
    object: objectName('domain_tls_reports'),
    id: line('Id of the domain.', sample.domainId),
    days: count('Number of days returned.', 30),
    reports: count('Number of reports received.', 60),
    successful: count('Sessions that met the policy.', 5_326),
    failed: count('Sessions that did not.', 12),
    failures: z.array(tlsReportFailure).meta({ description: 'The 50 failures with the most sessions.' }),
  })
  .meta({
    id: 'DomainTlsReports',
    description:
      'How other servers reach the mail servers of a domain over TLS, from the reports that they send (RFC 8460). Without reports that did not pass DMARC themselves.',
  });
export type DomainTlsReports = z.infer<typeof domainTlsReports>;

export const setDomainMtaStsRequest = z
  .object({
    mode: mtaStsMode.nullable().meta({
      description:
        '`testing`: senders report failures, and deliver. `enforce`: senders deliver only over TLS to the mail servers of the policy. `none`: withdraws an earlier policy. Null: serves no policy.',
      examples: ['testing'],
    }),
    mail_servers: z
      .array(mailServer)
      .max(mailServersMax)
      .meta({
        description: `Mail servers that receive email for the domain, ${mailServersMax} at most. The first label may be \`*\`. Required with the modes \`testing\` and \`enforce\`.`,
        examples: [['mx1.example.com']],
      }),
  })
  .superRefine(({ mode, mail_servers: servers }, check) => {
    const refuse = (message: string): void =>
      check.addIssue({ code: 'custom', path: ['mail_servers'], message });
    if ((mode === 'testing' || mode === 'enforce') && servers.length === 0) {
      refuse(`required with the mode ${mode}`);
    }
    const repeated = servers.find((server, i) => servers.indexOf(server) < i);
    if (repeated !== undefined) refuse(`${repeated} is listed twice`);
  })
  .meta({ id: 'SetDomainMtaStsRequest', description: 'The policy to set.' });
