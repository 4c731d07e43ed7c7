import { platformHost, type TlsFiles } from '@postrider/testkit';
import type { Engines } from '../engines/engine';
import type { ServiceSettings } from '../processes/service-process';
import type { DevelopmentPorts } from './development-ports';
import type { DevelopmentSecrets } from './development-secrets';

export interface DevelopmentParts {
  engines: Engines;
  ports: DevelopmentPorts;
  secrets: DevelopmentSecrets;
  tls: TlsFiles;
}

/** The environment that all services of the development stack share. */
export function developmentSettings({ engines, ports, secrets, tls }: DevelopmentParts): ServiceSettings {
  return {
    DATABASE_URL: engines.postgres.url,
    REDIS_URL: engines.redis.url,
    AMQP_URL: engines.rabbitmq.url,
    MASTER_KEY: secrets.masterKey,
    RETURN_PATH_SECRET: secrets.returnPathSecret,
    LINK_SECRET: secrets.linkSecret,
    RELAY_SECRET: secrets.relaySecret,
    PLATFORM_HOST: platformHost,
    PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
    WATCHED_METRICS_URLS: Object.entries(ports.health)
      .map(([service, port]) => `${service}=http://127.0.0.1:${port}/metrics`)
      .join(','),
    API_HOST: '127.0.0.1',
    API_PORT: String(ports.api),
    API_URL: `http://127.0.0.1:${ports.api}`,
    HEALTH_HOST: '127.0.0.1',
    EVENT_LOOP_GUARD_MS: '500',
    SMTP_HOST: '127.0.0.1',
    SMTP_NAME: 'smtp.postrider.test',
    EHLO_NAME: 'mail.platform.postrider.test',
    SMTP_STARTTLS_PORT: String(ports.smtpStartTls),
    SMTP_TLS_PORT: String(ports.smtpTls),
    INBOUND_PORT: String(ports.inbound),
    SMTP_TLS_KEY_FILE: tls.keyFile,
    SMTP_TLS_CERT_FILE: tls.certFile,
    SMTP_INSECURE_AUTH: 'on',
    COMPATIBLE_APIS: 'resend',
    WEBHOOK_ALLOW_LOOPBACK: 'on',
    INBOX_LIVE_EMAIL: 'on',
    OPERATOR_SECOND_FACTOR: 'off',
    PLATFORM_FROM: 'Postrider <alerts@mail.postrider.test>',
    // Nothing reports on mail that the sink has taken, so its 250 counts as the recipient's.
    DELIVERY_ROUTES: `*=smtp://127.0.0.1:${ports.sinkSmtp}?final=true`,
    DNS_SERVERS: `127.0.0.1:${ports.dns}`,
    MX_PRIVATE_ADDRESSES: 'on',
  };
}
