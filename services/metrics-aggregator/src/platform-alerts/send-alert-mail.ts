import { newId } from '@postrider/contracts/ids';
import { withTransaction, type Pool } from '@postrider/db';
import type { Logger } from '@postrider/runtime';
import { findPlatformPrincipal, type PlatformFrom, type PlatformMail } from '@postrider/submission';
import { createTransport } from 'nodemailer';
import type { AlertMail } from './alert-mail';

/** An SMTP server for mail about alerts. TLS is required, and its certificate is verified. */
export interface AlertSmtp {
  readonly host: string;
  readonly port: number;
  /** TLS from the first octet; otherwise STARTTLS. */
  readonly isImplicitTls: boolean;
  readonly credentials: { readonly user: string; readonly password: string } | null;
  readonly from: string;
  /** PEM; default: the system's authorities. */
  readonly ca?: string;
}

export interface AlertMailOptions {
  readonly pool: Pool;
  readonly platformMail: PlatformMail;
  readonly platformFrom: PlatformFrom | null;
  /** Empty: the platform's operators. */
  readonly recipients: readonly string[];
  /** Null: by the platform's own mail alone. */
  readonly smtp: AlertSmtp | null;
  readonly log: Logger;
}

const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const operatorsMax = 20;

/**
 * Sends by the operators' own SMTP server, and by the platform's own mail where there is none or it refuses.
 * @returns whether it was handed over
 */
export function createSendAlertMail(options: AlertMailOptions): (mail: AlertMail) => Promise<boolean> {
  const { pool, smtp, platformMail, platformFrom, log } = options;
  /** The last that were read: PostgreSQL may be what is down when they are needed. */
  let operators = readOperators(pool).catch((): readonly string[] => []);

  const recipients = (): Promise<readonly string[]> | readonly string[] => {
    if (options.recipients.length > 0) return options.recipients;
    const known = operators;
    operators = readOperators(pool).catch(() => known);
    return operators;
  };

  const byPlatform = async (to: readonly string[], { subject, text }: AlertMail): Promise<void> => {
    const problem = await platformMail.problem();
    const principal = platformFrom && (await findPlatformPrincipal(pool, platformFrom.domain));
    if (problem !== null || principal === null) throw new Error(problem ?? 'the platform has no address');
    const organizationId = principal.organization.id;
    const base = { kind: 'notice', organizationId, userId: null, needsApproval: false } as const;
    for (const recipient of to) {
      const mail = await withTransaction(pool, (client) =>
        platformMail.record(client, { ...base, id: newId(), recipient, refusedWhilePaused: [] }),
      );
      if (mail !== null) await platformMail.send(mail, { subject, text });
    }
  };

  return async (mail) => {
    const to = await recipients();
    if (to.length === 0) {
      log.warn('no mail about alerts: OPERATOR_ALERT_EMAIL is not set and there is no operator');
      return false;
    }
    const ways = [...(smtp === null ? [] : [() => bySmtp(smtp, to, mail)]), () => byPlatform(to, mail)];
    for (const send of ways) {
      try {
        await send();
        return true;
      } catch (error) {
        log.warn({ err: error }, 'mail about alerts could not be sent');
      }
    }
    return false;
  };
}

async function bySmtp(smtp: AlertSmtp, to: readonly string[], { subject, text }: AlertMail): Promise<void> {
  const { host, port, isImplicitTls, credentials, from, ca } = smtp;
  const transport = createTransport({
    ...{ host, port, secure: isImplicitTls, requireTLS: true, ...timeoutsMs },
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    ...(ca !== undefined && { tls: { ca } }),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    await transport.sendMail({
      ...{ from, to: [...to], subject, text },
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

async function readOperators(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>({
    name: 'platform-alerts.read-operators',
    text: `SELECT email FROM users WHERE is_operator ORDER BY id LIMIT ${operatorsMax}`,
  });
  return rows.map(({ email }) => email);
}
