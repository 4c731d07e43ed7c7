import {
  amqpSetting,
  databaseSetting,
  networkList,
  parseSettings,
  platformSettings,
  processSettings,
  port,
  relaySettings,
  returnPathSettings,
  switchSetting,
  threadSettings,
  telemetrySettings,
  urlWithScheme,
  wholeNumber,
} from '@postrider/runtime';
import { z } from 'zod';

/** Settings of smtp-relay. What is submitted goes through the API; what comes from other mail servers into the database. */
export const settingsSchema = z
  .object({
    ...processSettings({ healthPort: 4101 }),
    ...telemetrySettings,
    ...relaySettings,
    ...databaseSetting,
    ...amqpSetting,
    ...platformSettings,
    ...returnPathSettings,
    ...threadSettings,
    /** URL of api-gateway. */
    API_URL: urlWithScheme('http', 'https'),
    /** Address that the SMTP listeners use. */
    SMTP_HOST: z.string().default('0.0.0.0'),
    /** Name in the greeting and in EHLO. */
    SMTP_NAME: z.string().default('smtp.postrider.test'),
    /** STARTTLS port; deployments map 587, 2587 and 2525 to it. */
    SMTP_STARTTLS_PORT: port(2587),
    /** TLS from the first byte; deployments map 465 and 2465 to it. */
    SMTP_TLS_PORT: port(2465),
    /** PEM file. The service waits for it at its start, and reads it again every 10 s, so that a renewed certificate needs no restart. */
    SMTP_TLS_KEY_FILE: z.string(),
    /** PEM file of the certificate and its chain. */
    SMTP_TLS_CERT_FILE: z.string(),
    /** AUTH without TLS from loopback clients; for development only. */
    SMTP_INSECURE_AUTH: switchSetting(false),
    /** RFC 1870 SIZE: 10 MiB of attachments and two bodies of 2 MB, all in base64. */
    SMTP_MESSAGE_BYTES_MAX: wholeNumber({ byDefault: 26_214_400, min: 1_000, max: 104_857_600 }),
    /**
     * Bytes of messages over 16 KB in progress; one organization gets a quarter, and one message more. Messages beyond it are delayed, and refused with 452 after a minute.
     */
    SMTP_MESSAGE_MEMORY_MAX: wholeNumber({ byDefault: 83_886_080, min: 2_000, max: 100_000_000_000 }),
    /** Connections of all clients. */
    SMTP_CONNECTIONS_MAX: wholeNumber({ byDefault: 2_000, min: 1, max: 100_000 }),
    /**
     * Connections from one IPv4 address or IPv6 /64. Raise it to the total behind a load balancer that hides addresses.
     */
    SMTP_CONNECTIONS_PER_CLIENT_MAX: wholeNumber({ byDefault: 100, min: 1, max: 100_000 }),
    /**
     * Addresses and networks of load balancers that send a PROXY protocol header (version 1). The client address of the header is used for limits and logs. From others the header is a syntax error.
     */
    PROXY_PROTOCOL_FROM: networkList(),
    /** Port for reports, complaints and replies from other mail servers. Deployments map only port 25 to it. */
    INBOUND_PORT: port(2525),
    /** Size of a reply with attachments. Reports have some 10 KB. */
    INBOUND_MESSAGE_BYTES_MAX: wholeNumber({ byDefault: 26_214_400, min: 1_000, max: 104_857_600 }),
    /** Bytes of inbound mails over 16 KB in progress; one client network, and one organization, gets a quarter, and one mail more. */
    INBOUND_MESSAGE_MEMORY_MAX: wholeNumber({ byDefault: 67_108_864, min: 2_000, max: 100_000_000_000 }),
    /** Connections of all other mail servers. */
    INBOUND_CONNECTIONS_MAX: wholeNumber({ byDefault: 1_000, min: 1, max: 100_000 }),
    /** Connections from one IPv4 address or IPv6 /64. The large mailbox providers use many addresses, with some twenty connections each. */
    INBOUND_CONNECTIONS_PER_CLIENT_MAX: wholeNumber({ byDefault: 50, min: 1, max: 100_000 }),
    /** Messages and refused recipients from one IPv4 address or IPv6 /64; above it 421. Counted per process. */
    INBOUND_MESSAGES_PER_MINUTE: wholeNumber({ byDefault: 2_000, min: 1, max: 10_000_000 }),
    /**
     * Messages to inbound addresses of one organization (not bounces and replies), one per address; above it 451. Counted per process.
     */
    INBOUND_MAILBOX_MESSAGES_PER_MINUTE: wholeNumber({ byDefault: 600, min: 1, max: 10_000_000 }),
    /** PostgreSQL connections of one process. */
    DATABASE_POOL_SIZE: wholeNumber({ byDefault: 4, min: 2, max: 100 }),
    /** Derives an idempotency key from Message-ID and envelope for messages without one. */
    DERIVE_IDEMPOTENCY_KEY: switchSetting(true),
  })
  .refine(
    ({ SMTP_MESSAGE_MEMORY_MAX, SMTP_MESSAGE_BYTES_MAX }) =>
      SMTP_MESSAGE_MEMORY_MAX >= 2 * SMTP_MESSAGE_BYTES_MAX,
    { path: ['SMTP_MESSAGE_MEMORY_MAX'], message: 'must be at least twice SMTP_MESSAGE_BYTES_MAX' },
  )
  .refine(
    ({ INBOUND_MESSAGE_MEMORY_MAX, INBOUND_MESSAGE_BYTES_MAX }) =>
      INBOUND_MESSAGE_MEMORY_MAX >= 2 * INBOUND_MESSAGE_BYTES_MAX,
    { path: ['INBOUND_MESSAGE_MEMORY_MAX'], message: 'must be at least twice INBOUND_MESSAGE_BYTES_MAX' },
  );

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}
