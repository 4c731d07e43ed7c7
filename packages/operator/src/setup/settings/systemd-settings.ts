import path from 'node:path';
import type { Answers } from '../answers/answers';
import { changeEnvFile } from './env-file';
import type { Secrets } from './secrets';

export interface TlsFiles {
  readonly key: string;
  readonly certificate: string;
}

/** Files of /etc/postrider. */
export const settingsFiles = [
  ...['common.env', 'api-gateway.env', 'smtp-relay.env', 'send-worker.env', 'metrics-aggregator.env'],
];

/** Ports of /readyz and /metrics: the defaults, all on one machine. */
export const healthPorts = {
  'api-gateway': 4100,
  'smtp-relay': 4101,
  'send-worker': 4102,
  'webhook-dispatcher': 4103,
  'metrics-aggregator': 4104,
} as const;

type Values = Readonly<Record<string, string | null>>;

/** The settings of the services of one machine, by file; a null is a setting that is not set. */
export function systemdSettings(
  answers: Answers,
  secrets: Secrets,
  { tls, hasIpv6 }: { readonly tls: TlsFiles; readonly hasIpv6: boolean },
): ReadonlyMap<string, Values> {
  return new Map([
    [
      'common.env',
      {
        ...secrets,
        PLATFORM_HOST: answers.platform_host,
        PUBLIC_URL: `https://${answers.platform_host}`,
        PLATFORM_FROM: platformFrom(answers),
        HEALTH_HOST: '127.0.0.1',
      },
    ],
    ['api-gateway.env', { API_HOST: '127.0.0.1', API_PORT: '4000', TRUSTED_PROXY_HOPS: '1' }],
    [
      'smtp-relay.env',
      {
        API_URL: 'http://127.0.0.1:4000',
        SMTP_NAME: answers.smtp_name,
        // Also for IPv4.
        SMTP_HOST: hasIpv6 ? '::' : '0.0.0.0',
        SMTP_TLS_KEY_FILE: tls.key,
        SMTP_TLS_CERT_FILE: tls.certificate,
      },
    ],
    ['send-worker.env', { EHLO_NAME: answers.ehlo_name, DELIVERY_ROUTES: deliveryRoutes(answers) }],
    [
      'metrics-aggregator.env',
      {
        // There is no Prometheus: it evaluates the rules itself, and mails the owner.
        WATCHED_METRICS_URLS: Object.entries(healthPorts)
          .map(([service, port]) => `${service}=http://127.0.0.1:${port}/metrics`)
          .join(','),
        OPERATOR_ALERT_EMAIL: answers.owner,
        DATABASE_DISK_PATH: '/var/lib/postgresql',
      },
    ],
  ]);
}

export function platformFrom({ sending_domain }: Answers): string {
  return `Postrider <postrider@${sending_domain}>`;
}

/** Null: straight to the MX hosts. */
export function deliveryRoutes({ delivery }: Answers): string | null {
  if (delivery === 'direct') return null;
  const { host, port, user, password } = delivery;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `*=${port === 465 ? 'smtps' : 'smtp'}://${login}@${host}:${port}`;
}

/** The text of each file with its settings; what the operator has added to the old one stays. */
export function settingsTexts(
  folder: string,
  settings: ReadonlyMap<string, Values>,
  old: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    [...settings].map(([name, values]) => {
      const file = path.join(folder, name);
      return [file, changeEnvFile(old.get(file) ?? '', new Map(Object.entries(values)))];
    }),
  );
}

/** The names of settings that differ between two texts of a file, for people; never their values. */
export function changedSettings(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
}
