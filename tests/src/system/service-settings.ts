import { type ServiceSettings } from '@postrider/devtools';
import { platformHost, type TestContext, type TlsFiles } from '@postrider/testkit';
import type { SystemSecrets } from './secrets';
import type { World } from './world';

export interface SettingsParts {
  readonly context: TestContext;
  readonly secrets: SystemSecrets;
  readonly world: World;
  readonly tls: TlsFiles;
  /** Where the relay posts to. */
  readonly apiUrl: string;
}

/** Connections that one send-worker may hold to the sink. */
export const smtpConnectionsMax = 20;

/** Everything goes to the sink, whose 250 counts as the destination's: messages end as delivered. */
export function routeTo(url: string): string {
  return `${url}?final=true&connections=${smtpConnectionsMax}`;
}

/** The settings that all services of a system share; ports of their own come with each replica. */
export function systemSettings({ context, secrets, world, tls, apiUrl }: SettingsParts): ServiceSettings {
  return {
    ...context.settings,
    MASTER_KEY: secrets.masterKey,
    RETURN_PATH_SECRET: secrets.returnPathSecret,
    LINK_SECRET: secrets.linkSecret,
    RELAY_SECRET: secrets.relaySecret,
    PUBLIC_URL: apiUrl,
    PLATFORM_HOST: platformHost,
    API_HOST: '127.0.0.1',
    API_URL: apiUrl,
    HEALTH_HOST: '127.0.0.1',
    SMTP_HOST: '127.0.0.1',
    SMTP_NAME: 'smtp.postrider.test',
    SMTP_TLS_KEY_FILE: tls.keyFile,
    SMTP_TLS_CERT_FILE: tls.certFile,
    DELIVERY_ROUTES: `*=${routeTo(world.sink.url)}`,
    DNS_SERVERS: world.dns.address,
    MX_PRIVATE_ADDRESSES: 'on',
    WEBHOOK_ALLOW_LOOPBACK: 'on',
    LOG_LEVEL: 'info',
  };
}
