import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { chartFolder, examplesFolder, hasHelm, helm, unpackHelm } from './helm';
import type { Manifest } from './kubernetes-types';

const describeChart = hasHelm ? describe : describe.skip;
let programs: readonly string[] = [];
let folder = '';

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chart-values-'));
  if (hasHelm) programs = await Promise.all([unpackHelm('4.1'), unpackHelm('3.17')]);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Renders minimal.yaml with other values over it. @throws with Helm's message */
function render(program: string, values: object, release = 'mail'): string {
  const file = path.join(folder, 'values.yaml');
  fs.writeFileSync(file, stringify(values));
  const minimal = path.join(examplesFolder, 'minimal.yaml');
  return helm(program, ['template', release, chartFolder, '--values', minimal, '--values', file]);
}

/** The environment of the Deployment of a service. */
function environmentOf(service: string, values: object): Readonly<Record<string, unknown>> {
  const manifests = parseAllDocuments(render(programs[0] ?? '', values)).map(
    (document) => document.toJS() as Manifest | null,
  );
  const deployment = manifests.find(
    (manifest) =>
      manifest?.['kind'] === 'Deployment' && (manifest['metadata'] as Manifest)['name'] === `mail-${service}`,
  );
  const { template } = deployment?.['spec'] as {
    template: { spec: { containers: { env: { name: string; value?: string }[] }[] } };
  };
  return Object.fromEntries(
    (template.spec.containers[0]?.env ?? []).map(({ name, value }) => [name, value ?? 'secret']),
  );
}

const closed = { directDelivery: false };
const scaling = { enabled: true, minReplicas: 5, maxReplicas: 3 };

describeChart('values that make no system', () => {
  it.each<[string, object, string]>([
    [
      'an unknown setting',
      { settings: { LOG_LEVL: 'info' } },
      'settings.LOG_LEVL is a setting of no service: corr',
    ],
    [
      'an unknown setting of a service',
      { smtpRelay: { settings: { MX_PROT: 1 } } },
      'smtpRelay.settings.MX_PROT',
    ],
    [
      'a setting of another service',
      { apiGateway: { settings: { MX_PORT: 10 } } },
      'apiGateway.settings.MX_PORT is not read by this service: move it to sendWorker.settings',
    ],
    ['a wrong value', { settings: { LOG_LEVEL: 'loud' } }, "'trace', 'debug'"],
    ['a number out of range', { sendWorker: { settings: { WORK_THREADS: 1 } } }, 'WORK_THREADS'],
    ['a number in words', { sendWorker: { settings: { LEASE_MS: 'long' } } }, 'LEASE_MS'],
    [
      'a transport that is no route',
      { sendWorker: { settings: { DELIVERY_ROUTES: '*=ses:eu-west-1' } } },
      'DELIVERY_ROUTES',
    ],
    [
      'Amazon SES without a region',
      { apiGateway: { settings: { DOMAIN_TRANSPORT: 'ses' } } },
      'apiGateway.settings.DOMAIN_TRANSPORT is ses: name the regions in settings.SES_REGIONS',
    ],
    [
      'an address for complaints without a key of its domain',
      { sendWorker: { settings: { CFBL_ADDRESS: 'fbl@mail.example.org' } } },
      'sendWorker.settings.CFBL_ADDRESS must be an address of the domain of sendWorker.platformDkim or below it',
    ],
    [
      'a sender of TLS reports in another domain',
      {
        sendWorker: {
          settings: { TLS_REPORT_FROM: 'tls@other.example' },
          platformDkim: { secret: 'dkim', domain: 'example.org', selector: 'p1' },
        },
      },
      'sendWorker.settings.TLS_REPORT_FROM must be an address of the domain of sendWorker.platformDkim',
    ],
    [
      'a part of a DKIM key',
      { sendWorker: { settings: { PLATFORM_DKIM_DOMAIN: 'example.org' } } },
      'sendWorker.settings has PLATFORM_DKIM_DOMAIN alone: use sendWorker.platformDkim',
    ],
    [
      'memory for one message',
      { smtpRelay: { settings: { SMTP_MESSAGE_BYTES_MAX: 50_000_000 } } },
      'smtpRelay.settings.SMTP_MESSAGE_MEMORY_MAX must be at least twice SMTP_MESSAGE_BYTES_MAX',
    ],
    [
      'too few weeks',
      { settings: { MESSAGES_KEPT_WEEKS: 4 } },
      'metricsAggregator.settings.MESSAGES_KEPT_WEEKS must be 0 or at least 5',
    ],
    [
      'a key of Mailgun without its domain',
      { secrets: { optionalKeys: ['MAILGUN_API_KEY'] } },
      'settings.MAILGUN_DOMAIN is required with the secret MAILGUN_API_KEY',
    ],
    ['a pool that the service refuses', { sendWorker: { databasePoolSize: 3 } }, 'databasePoolSize'],
    ['another such pool', { metricsAggregator: { databasePoolSize: 101 } }, 'databasePoolSize'],
    [
      'a pool beside databasePoolSize',
      { settings: { DATABASE_POOL_SIZE: 100 } },
      'settings.DATABASE_POOL_SIZE is decided by the chart: set databasePoolSize of the service',
    ],
    [
      'a secret for all services',
      { settings: { SENDGRID_API_KEY: 'SG.abc' } },
      'settings.SENDGRID_API_KEY is a secret: put it into the Secret that secrets.existingSecret names',
    ],
    [
      'a secret for one',
      { sendWorker: { settings: { LINK_SECRETS_PREVIOUS: 'abc' } } },
      'is a secret: put it',
    ],
    [
      'minReplicas above maxReplicas',
      { smtpRelay: { autoscaling: scaling } },
      'smtpRelay.autoscaling.minReplicas is 5, above maxReplicas 3: raise maxReplicas or lower minReplicas',
    ],
    [
      'no way out for mail',
      { delivery: closed },
      'delivery.directDelivery is off, and mail has no other way out: name a smart host in sendWorker.settings',
    ],
    [
      'an ingress whose clients share one address',
      { apiGateway: { settings: { TRUSTED_PROXY_HOPS: 0 } } },
      'apiGateway.settings.TRUSTED_PROXY_HOPS is required with ingress or httpRoute: set the number of proxies',
    ],
    ['an ingress without hosts', { ingress: { hosts: [] } }, 'ingress.hosts is empty: name the host'],
    [
      'no name in EHLO',
      { platform: { ehloName: '' } },
      'platform.ehloName is required with delivery.directDelivery',
    ],
    [
      'a route without parents',
      { httpRoute: { enabled: true } },
      'httpRoute.parentRefs is empty, and the route',
    ],
    [
      'a memory limit below the request',
      { sendWorker: { resources: { requests: { memory: '2G' }, limits: { memory: '1Gi' } } } },
      'sendWorker.resources.limits.memory is 1Gi, below the request 2G: raise the limit or lower the request',
    ],
    [
      'a processor limit below the request',
      { migration: { resources: { requests: { cpu: 1 }, limits: { cpu: '500m' } } } },
      'migration.resources.limits.cpu is 500m, below the request 1',
    ],
  ])('are refused with a sentence: %s', (_, values, sentence) => {
    expect(() => render(programs[0] ?? '', values)).toThrow(sentence);
    expect(() => render(programs[1] ?? '', values)).toThrow();
  });

  it('are refused for a release whose objects would have names of more than 63 characters', () => {
    const [program = ''] = programs;
    expect(() => render(program, {}, 'a'.repeat(45))).toThrow('choose one of 44 at most');
    expect(render(program, {}, 'a'.repeat(44))).toContain(`name: ${'a'.repeat(44)}-webhook-dispatcher\n`);
  });
});

describeChart('values that make a system', () => {
  it.each<[string, object]>([
    [
      'mail through a smart host',
      { delivery: closed, sendWorker: { settings: { DELIVERY_ROUTES: '*=smtp://a:587' } } },
    ],
    [
      'routes that come by extraEnv',
      { delivery: closed, pods: { extraEnv: [{ name: 'DELIVERY_ROUTES', value: 'a' }] } },
    ],
    [
      'no ehloName, without direct delivery',
      { platform: { ehloName: '' }, delivery: closed, settings: { SES_REGIONS: 'eu-west-1' } },
    ],
    [
      'complaints and TLS reports at the domain of the platform’s key',
      {
        sendWorker: {
          settings: { CFBL_ADDRESS: 'fbl@mail.example.org', TLS_REPORT_FROM: 'tls@Example.org' },
          platformDkim: { secret: 'dkim', domain: 'example.org', selector: 'p1' },
        },
      },
    ],
    ['settings of the telemetry SDK', { settings: { OTEL_TRACES_SAMPLER: 'always_on' } }],
    ['a setting from a file', { settings: { DELIVERY_ROUTES_FILE: '/etc/postrider/routes' } }],
    [
      'a limit in another unit',
      { sendWorker: { resources: { requests: { memory: '512Mi' }, limits: { memory: 2e9 } } } },
    ],
  ])('render with both releases of Helm: %s', (_, values) => {
    for (const program of programs) expect(render(program, values)).toContain('kind: Deployment');
  });

  it('give a setting of all services to those that read it, and numbers as they are', () => {
    const values = {
      settings: { LEASE_MS: 40_000, LOG_LEVEL: 'warn', MX_IPV6: true },
    };
    const worker = environmentOf('send-worker', values);
    expect(worker).toMatchObject({
      LEASE_MS: '40000',
      LOG_LEVEL: 'warn',
      MX_IPV6: 'true',
    });
    const gateway = environmentOf('api-gateway', {
      ...values,
      apiGateway: { settings: { LARGE_BODY_BYTES_MAX: 48_000_000 } },
    });
    expect(gateway).toMatchObject({ LOG_LEVEL: 'warn', LARGE_BODY_BYTES_MAX: '48000000' });
    expect(gateway).not.toHaveProperty('LEASE_MS');
  });
});
