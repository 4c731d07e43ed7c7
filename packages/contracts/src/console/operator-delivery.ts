import { z } from 'zod';
import { count, countOrNull, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { lineOfText } from '../fields/text';
import { sourcePoolName, transportName } from '../transports/transports';
import { afterPosition, madeDue } from './operator-site';

const operatorSource = z
  .object({
    address: line('Address as receivers see it.', '192.0.2.7'),
    bind_address: lineOrNull('Local address of the machine, behind NAT. Null: the same.', null),
    hello_name: line('Name for EHLO: that of its reverse DNS.', 'out7.mail.example'),
    pool: line('Pool that it belongs to.', 'transactional'),
    status: z.enum(['active', 'draining', 'disabled']).meta({
      description: 'State. `draining`: open connections finish, and no new ones are made.',
    }),
    reverse_dns: z.enum(['ok', 'wrong', 'unchecked']).meta({
      description: 'Whether a worker found that its PTR record matches the name for EHLO.',
    }),
    reverse_dns_error: lineOrNull('What is wrong with its PTR record.', 'no PTR record'),
    warm_up_started_at: timeOrNull('First day of its warm-up. Null: it is warm.', null),
    warm_up_today: countOrNull('Recipients of today that its warm-up counts. Null: it is warm.', null),
    seen_at: timeOrNull('When a worker last found it on its machine. Null: none has.'),
  })
  .meta({ id: 'OperatorSource', description: 'An address that email is sent from.' });
export type OperatorSource = z.infer<typeof operatorSource>;

export const operatorSources = z
  .object({
    object: objectName('operator_sources'),
    sources: z.array(operatorSource).meta({ description: 'Up to 1,000 addresses, in the order of pools.' }),
  })
  .meta({ id: 'OperatorSources', description: 'Addresses that email is sent from.' });

const ipAddress = lineOfText().min(1).max(64);

export const addSourceRequest = z
  .strictObject({
    address: ipAddress.meta({ description: 'Address as receivers see it.', examples: ['192.0.2.7'] }),
    bind_address: ipAddress
      .nullable()
      .default(null)
      .meta({
        description: 'Local address of the machine, behind NAT. Null: the same.',
        examples: ['10.0.0.7'],
      }),
    hello_name: lineOfText()
      .min(1)
      .max(255)
      .meta({ description: 'Name for EHLO: that of its reverse DNS.', examples: ['out7.mail.example'] }),
    pool: sourcePoolName.default('default').meta({
      description: 'Pool that it belongs to. `transactional` and `bulk` serve the streams of these names.',
      examples: ['bulk'],
    }),
    warm_up: z.boolean().default(false).meta({ description: 'Whether its warm-up starts today.' }),
  })
  .meta({
    id: 'AddSourceRequest',
    description: 'An address that email is sent from.',
    examples: [{ address: '192.0.2.7', hello_name: 'out7.mail.example' }],
  });

export const sourceAdded = z
  .object({
    object: objectName('source_added'),
    address: line('Address as receivers see it.', '192.0.2.7'),
    is_public: z.boolean().meta({
      description:
        'Whether the address is public. Behind NAT, receivers see another one than the machine has.',
    }),
  })
  .meta({ id: 'SourceAdded', description: 'An address that was added.' });

const sourceChange = z.enum(['pause', 'resume', 'start_warm_up', 'end_warm_up', 'remove']);

export const changeSourceRequest = z
  .object({
    address: lineOfText()
      .min(1)
      .max(64)
      .meta({ description: 'The address.', examples: ['192.0.2.7'] }),
    change: sourceChange.meta({ description: 'What is done. `pause` drains the address.' }),
  })
  .meta({
    id: 'ChangeSourceRequest',
    description: 'An address, and what is done to it.',
    examples: [{ address: '192.0.2.7', change: 'pause' }],
  });

export const sourceChanged = z
  .object({
    object: objectName('source_change'),
    address: line('The address.', '192.0.2.7'),
    change: sourceChange.meta({ description: 'What was done.' }),
    pool_active: countOrNull(
      'Active addresses that its pool has left. With 0, the email of the pool waits. Null: it was removed.',
      2,
    ),
  })
  .meta({ id: 'SourceChange', description: 'A change of an address.' });

const unitState = z
  .object({
    name: line('Name of the transport, with its region if it has several.', 'ses@eu-west-1'),
    state: z
      .enum(['up', 'out'])
      .meta({ description: 'State. `out`: its fallback takes over, or email waits.' }),
    since: time('Since when it is in this state.'),
    failures: count('Failures in a row.', 5),
    failed_at: time('When the first of these failures was.'),
    reason: line('Why it failed last.', 'no_answer: ECONNREFUSED'),
    next_attempt_at: timeOrNull('When it is tried next. Null: it is up.'),
  })
  .meta({ id: 'TransportUnitState', description: 'What all workers know of a transport or a region of it.' });

const transportOptions = z.record(z.string(), z.unknown());

const transportKind = z
  .object({
    kind: line('Name of the kind.', 'smtp'),
    title: line('The kind as people write it.', 'Smart host (SMTP)'),
    options: transportOptions.meta({
      description: 'JSON Schema of its options, with a title for each.',
      examples: [{ type: 'object', properties: { domain: { title: 'Domain at Mailgun', type: 'string' } } }],
    }),
  })
  .meta({ id: 'TransportKind', description: 'A kind of transport, and its options.' });

const operatorTransport = z
  .object({
    name: line('Name of the transport.', 'relay'),
    kind: line('Kind of the transport.', 'smtp'),
    given_by: z.enum(['settings', 'table']).meta({ description: 'Where it is defined.' }),
    fallback: lineOrNull('Transport that takes over while it is out. Null: email waits.', 'mx'),
    disabled_at: timeOrNull('When it was disabled. Null: it is not.', null),
    domains: count('Domains that name it.', 2),
    options: transportOptions.meta({
      description: 'Options of its kind, without its secret. Empty for a transport of the settings.',
      examples: [{ regions: ['eu-west-1'], accessKeyId: null, configurationSet: null, connections: 14 }],
    }),
    has_secret: z.boolean().meta({ description: 'Whether it has a password, secret access key or API key.' }),
    state: z.enum(['up', 'out', 'unknown']).meta({
      description: 'State; `out` with one region that is. `unknown`: Redis does not answer.',
    }),
    units: z
      .array(unitState)
      .meta({ description: 'The transport, or each of its regions, that failed in the last day.' }),
  })
  .meta({ id: 'OperatorTransport', description: 'A way to hand email over.' });
export type OperatorTransport = z.infer<typeof operatorTransport>;

export const operatorTransports = z
  .object({
    object: objectName('operator_transports'),
    transports: z
      .array(operatorTransport)
      .meta({ description: 'All transports, those of the settings first.' }),
    kinds: z.array(transportKind).meta({ description: 'Kinds of transports.' }),
  })
  .meta({ id: 'OperatorTransports', description: 'Ways to hand email over, with their states.' });
export type OperatorTransports = z.infer<typeof operatorTransports>;

export const setTransportRequest = z
  .strictObject({
    kind: line('Kind of the transport: one of `kinds`.', 'smtp').max(64),
    options: transportOptions.default({}).meta({
      description: 'Options of the kind, by its JSON Schema. None for a transport of the settings.',
      examples: [
        { host: 'relay.example', port: 587, tls: 'required', user: 'u', final: false, connections: 20 },
      ],
    }),
    secret: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .meta({
        description:
          'Password, secret access key or API key. Without it, the stored one is kept; it is required for another kind or host.',
        examples: ['correct horse battery'],
      }),
    fallback: transportName
      .nullable()
      .default(null)
      .meta({
        description: 'Transport that takes over while this one is out. Null: email waits.',
        examples: ['mx'],
      }),
  })
  .meta({
    id: 'SetTransportRequest',
    description: 'A transport.',
    examples: [
      {
        kind: 'smtp',
        options: {
          host: 'relay.example',
          port: 587,
          tls: 'required',
          user: 'u',
          final: false,
          connections: 20,
        },
        secret: 'correct horse battery',
        fallback: 'mx',
      },
    ],
  });

export const transportSet = z
  .object({
    object: objectName('transport_set'),
    name: line('Name of the transport.', 'relay'),
  })
  .meta({ id: 'TransportSet', description: 'A transport that was created or replaced.' });

const transportChange = z.enum(['disable', 'enable', 'resume']);

export const changeTransportRequest = z
  .object({
    name: transportName.meta({ description: 'Name of the transport.', examples: ['relay'] }),
    change: transportChange.meta({
      description: 'What is done. `resume` marks it as up before its next attempt, and makes its email due.',
    }),
    after: afterPosition,
  })
  .meta({
    id: 'ChangeTransportRequest',
    description: 'A transport, and what is done to it.',
    examples: [{ name: 'relay', change: 'resume' }],
  });

export const transportChanged = z
  .object({
    object: objectName('transport_change'),
    name: line('Name of the transport.', 'relay'),
    change: transportChange.meta({ description: 'What was done.' }),
    throttles_ended: count('Suspensions, limits and back-off of its hosts that were ended.', 1),
    ...madeDue,
  })
  .meta({ id: 'TransportChange', description: 'A change of a transport.' });
