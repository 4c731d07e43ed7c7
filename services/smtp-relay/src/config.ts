import {
  amqpSetting,
  databaseSetting,
  durationMs,
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
    /** Where api-gateway answers. */
    API_URL: urlWithScheme('http', 'https'),
    SMTP_HOST: z.string().default('0.0.0.0'),
    /** Name in the greeting and in EHLO. */
    SMTP_NAME: z.string().default('smtp.postrider.test'),
    /** STARTTLS port; deployments map 587, 2587 and 2525 to it. */
    SMTP_STARTTLS_PORT: port(2587),
    /** TLS from the first byte; deployments map 465 and 2465 to it. */
    SMTP_TLS_PORT: port(2465),
    /** PEM files. They are read again every half a minute: a renewed certificate is used without a restart. */
    SMTP_TLS_KEY_FILE: z.string(),
    SMTP_TLS_CERT_FILE: z.string(),
    /** AUTH without TLS from loopback clients; for development only. */
    SMTP_INSECURE_AUTH: switchSetting(false),
    /** RFC 1870 SIZE: 10 MiB of attachments and two bodies of 2 MB, all in base64. */
    SMTP_MESSAGE_BYTES_MAX: wholeNumber({ byDefault: 26_214_400, min: 1_000, max: 104_857_600 }),
    /**
     * Bytes of messages over 16 KB that are received, read or posted at the same time; one organization has half at most.
     * Messages without room are held back, and refused with 452 after a minute.
     */
    SMTP_MESSAGE_MEMORY_MAX: wholeNumber({ byDefault: 83_886_080, min: 2_000, max: 100_000_000_000 }),
    SMTP_CONNECTIONS_MAX: wholeNumber({ byDefault: 2_000, min: 1, max: 100_000 }),
    /**
     * Of one IPv4 address or IPv6 /64, so that one client cannot take all. An office behind one address, or a server with a
     * full pool for each of five applications, stays below; raise it to the above behind a balancer that hides addresses.
     */
    SMTP_CONNECTIONS_PER_CLIENT_MAX: wholeNumber({ byDefault: 100, min: 1, max: 100_000 }),
    /**
     * Load balancers that begin each connection with a header of the PROXY protocol (version 1), as addresses and networks. Whose
     * connection it is counts, is logged and passed on; from all others the header is a wrong command.
     */
    PROXY_PROTOCOL_FROM: networkList(),
    /** RFC 5321 section 4.5.3.2.7: a server waits at least five minutes for the next command. */
    SMTP_IDLE_MS: durationMs(300_000, { min: 1_000 }),
    /** The same before there is a login, TLS handshake included. */
    SMTP_LOGIN_IDLE_MS: durationMs(60_000, { min: 1_000 }),
    /** From DATA to the final dot; a client that trickles bytes may not hold a buffer for longer. */
    SMTP_DATA_MS: durationMs(600_000, { min: 1_000 }),
    /** A verified login is trusted for this long; every POST checks the key again anyway. */
    AUTH_CACHE_MS: durationMs(30_000, { min: 0, max: 30_000 }),
    /** How long a message over the key's rate is held before 451. */
    PACING_MS: durationMs(10_000, { min: 0, max: 60_000 }),
    /** Per call; a client waits ten minutes for the reply to its final dot (RFC 5321 section 4.5.3.2.6). */
    API_TIMEOUT_MS: durationMs(30_000, { min: 100 }),
    API_CONNECTIONS_MAX: wholeNumber({ byDefault: 64, min: 1, max: 1_000 }),
    /** Where other mail servers bring reports, complaints and replies; deployments map 25, and nothing else, to it. */
    INBOUND_PORT: port(2525),
    /** A reply with its files; reports have some 10 KB. */
    INBOUND_MESSAGE_BYTES_MAX: wholeNumber({ byDefault: 26_214_400, min: 1_000, max: 104_857_600 }),
    /** Bytes of inbound mails over 16 KB at the same time; one client network, and one organization, has half at most. */
    INBOUND_MESSAGE_MEMORY_MAX: wholeNumber({ byDefault: 67_108_864, min: 2_000, max: 100_000_000_000 }),
    INBOUND_CONNECTIONS_MAX: wholeNumber({ byDefault: 1_000, min: 1, max: 100_000 }),
    /** Of one IPv4 address or IPv6 /64; the large mailbox providers have many addresses, and some twenty connections of one. */
    INBOUND_CONNECTIONS_PER_CLIENT_MAX: wholeNumber({ byDefault: 50, min: 1, max: 100_000 }),
    /** Messages and refused recipients of one IPv4 address or IPv6 /64; above it 421. Each process counts for itself. */
    INBOUND_MESSAGES_PER_MINUTE: wholeNumber({ byDefault: 2_000, min: 1, max: 10_000_000 }),
    /**
     * Messages to addresses of one organization's domains, to which anybody may write (not bounces and replies), a copy for each
     * address; above it 451. Each process counts for itself.
     */
    INBOUND_MAILBOX_MESSAGES_PER_MINUTE: wholeNumber({ byDefault: 600, min: 1, max: 10_000_000 }),
    /** Connections to PostgreSQL, for inbound mail alone. */
    DATABASE_POOL_SIZE: wholeNumber({ byDefault: 4, min: 2, max: 100 }),
    /** Without a key of its own, a message gets one from its Message-ID and envelope. */
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
