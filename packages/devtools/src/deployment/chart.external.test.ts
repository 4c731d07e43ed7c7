import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { parse, parseAllDocuments } from 'yaml';
import { readServiceSettings } from '../commands/env-example';
import { serviceNames, type ServiceName } from '../processes/service-process';
import { chartFolder, examplesFolder, hasHelm, helm, unpackHelm } from './helm';
import { kindOf, operatorKinds, typeFaults, type Manifest } from './kubernetes-types';

/** As much of a pod as the tests look at. */
interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string }[];
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
  readonly startupProbe?: unknown;
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly resources: { readonly limits?: Manifest; readonly requests?: Manifest };
  readonly securityContext: Manifest;
}
interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly replicas?: number;
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: Manifest & {
        readonly containers: readonly Container[];
        readonly securityContext: Manifest;
        readonly terminationGracePeriodSeconds?: number;
      };
    };
  };
}

const examples = fs.readdirSync(examplesFolder).filter((name) => name.endsWith('.yaml'));
const minimal = path.join(examplesFolder, 'minimal.yaml');
let program = '';
/** What many clusters still have. */
let formerProgram = '';
const rendered = new Map<string, readonly Manifest[]>();

const render = (...args: string[]): readonly Manifest[] => renderBy(program, args);
const renderBy = (helmProgram: string, args: readonly string[]): readonly Manifest[] =>
  parseAllDocuments(helm(helmProgram, ['template', 'mail', chartFolder, ...args]))
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest): manifest is Manifest => manifest !== null);
const manifestsOf = (example: string): readonly Manifest[] => {
  const found = rendered.get(example) ?? render('--values', path.join(examplesFolder, example));
  rendered.set(example, found);
  return found;
};
const workloadsOf = (manifests: readonly Manifest[]): readonly Workload[] =>
  manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as unknown as Workload[];
const serviceOf = ({ spec }: Workload) =>
  spec.template.metadata.labels['app.kubernetes.io/component'] as ServiceName;

const refusalOf = (...args: string[]): string => {
  try {
    render('--values', minimal, ...args);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing is refused';
};

const describeChart = hasHelm ? describe : describe.skip;

describeChart('the Helm chart', () => {
  beforeAll(async () => {
    [program, formerProgram] = await Promise.all([unpackHelm('4.1'), unpackHelm('3.17')]);
  });

  describe.each(examples)('with %s', (example) => {
    it('passes its own lint', () => {
      const said = helm(program, [
        'lint',
        '--strict',
        chartFolder,
        '--values',
        path.join(examplesFolder, example),
      ]);
      expect(said).toContain('0 chart(s) failed');
    });

    it('makes the same objects with Helm 3.17', () => {
      const former = renderBy(formerProgram, ['--values', path.join(examplesFolder, example)]);
      expect(former).toEqual(manifestsOf(example));
    });

    it('makes objects whose every field Kubernetes, or the operator of the kind, knows', () => {
      const manifests = manifestsOf(example);
      expect(typeFaults(manifests)).toEqual([]);
      const own = manifests.filter((manifest) => !operatorKinds.includes(kindOf(manifest)));
      expect(own.length).toBeGreaterThan(9);
    });

    it('runs each container without privileges, on a file system that it cannot write to', () => {
      for (const { spec } of workloadsOf(manifestsOf(example))) {
        const pod = spec.template.spec;
        expect(pod.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(pod['automountServiceAccountToken']).toBe(false);
        for (const { securityContext, resources } of pod.containers) {
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(resources.limits).toHaveProperty('memory');
          expect(resources.requests).toHaveProperty('cpu');
        }
      }
    });

    it('gives each service the settings that it needs, and none that it does not know', async () => {
      const deployments = workloadsOf(manifestsOf(example)).filter(({ kind }) => kind === 'Deployment');
      expect(deployments.map(serviceOf).sort()).toEqual([...serviceNames].sort());
      for (const deployment of deployments) {
        const [container] = deployment.spec.template.spec.containers;
        const env = Object.fromEntries(
          (container?.env ?? []).map(({ name, value }) => [name, value ?? standIn(name)]),
        );
        const { problems, unknown } = await readServiceSettings(serviceOf(deployment), env);
        expect({ service: serviceOf(deployment), problems }).toEqual({
          service: serviceOf(deployment),
          problems: [],
        });
        expect(unknown).toEqual([]);
      }
    });

    it('asks for the life of a process, not of engines, and leaves time to drain', () => {
      for (const { kind, spec } of workloadsOf(manifestsOf(example))) {
        if (kind !== 'Deployment') continue;
        const pod = spec.template.spec;
        for (const container of pod.containers) {
          expect(container.livenessProbe?.httpGet.path).toBe('/healthz');
          expect(container.readinessProbe?.httpGet.path).toBe('/readyz');
          expect(container.startupProbe).toBeDefined();
          const graceMs = Number(container.env.find(({ name }) => name === 'SHUTDOWN_GRACE_MS')?.value);
          const pauseSeconds = container.lifecycle?.preStop.sleep.seconds ?? 0;
          expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
            pauseSeconds + graceMs / 1_000 + 5,
          );
        }
      }
    });

    it('starts files that there are', () => {
      for (const { spec } of workloadsOf(manifestsOf(example))) {
        for (const { args } of spec.template.spec.containers) {
          const source = (args[0] ?? '').replace('/dist/', '/src/').replace(/\.js$/, '.ts');
          expect(fs.existsSync(path.join(projectRoot(), source))).toBe(true);
        }
      }
    });

    it('lets Services, budgets and policies meet the pods that they are for', () => {
      const manifests = manifestsOf(example);
      const pods = workloadsOf(manifests).map(({ spec }) => spec.template);
      for (const manifest of manifests) {
        const selector = selectorOf(manifest);
        if (selector === undefined) continue;
        const met = pods.filter(({ metadata }) =>
          Object.entries(selector).every(([label, value]) => metadata.labels[label] === value),
        );
        expect([manifest['kind'], met.length > 0]).toEqual([manifest['kind'], true]);
        if (manifest['kind'] !== 'Service') continue;
        const names = met
          .flatMap(({ spec }) => spec.containers.flatMap(({ ports }) => ports ?? []))
          .map(({ name }) => name);
        const { ports } = manifest['spec'] as { readonly ports: readonly { readonly targetPort: string }[] };
        expect(ports.filter(({ targetPort }) => !names.includes(targetPort))).toEqual([]);
      }
    });
  });

  it('keeps webhooks out of private networks, metadata services included', () => {
    const policy = manifestsOf('minimal.yaml').find(
      ({ kind, metadata }) =>
        kind === 'NetworkPolicy' && (metadata as Manifest)['name'] === 'mail-webhook-dispatcher',
    );
    const { egress } = policy?.['spec'] as { readonly egress: readonly Manifest[] };
    const blocks = egress.flatMap(
      ({ to }) => (to as { ipBlock?: { cidr: string; except: string[] } }[] | undefined) ?? [],
    );
    const open = blocks.flatMap(({ ipBlock }) => (ipBlock ? [ipBlock] : []));
    expect(open.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
    expect(open[0]?.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '127.0.0.0/8']));
    expect(open[1]?.except).toEqual(expect.arrayContaining(['fc00::/7', 'fe80::/10']));
  });

  it('knows a mistake in an operator’s kind when there is one', () => {
    const scaled = manifestsOf('large.yaml').find(({ kind }) => kind === 'ScaledObject');
    const { spec } = scaled as { readonly spec: Manifest };
    const triggers = [{ type: 'prometheus', metadata: { query: 'up' }, autenticationRef: { name: 'a' } }];
    const mistaken = [
      { ...spec, polingInterval: 30 },
      { ...spec, maxReplicaCount: 'many' },
      { ...spec, triggers },
    ].map((each) => ({ ...scaled, spec: each }));
    expect(typeFaults(mistaken)).toEqual([
      'ScaledObject.spec.polingInterval: is unknown',
      expect.stringContaining('maxReplicaCount'),
      'ScaledObject.spec.triggers.0.autenticationRef: is unknown',
    ]);
  });

  it('knows a mistake in a kind of Kubernetes: an unknown field, another type, a missing field', () => {
    const [deployment] = workloadsOf(manifestsOf('minimal.yaml')).filter(({ kind }) => kind === 'Deployment');
    const { spec } = deployment as Workload;
    const pod = spec.template.spec;
    const [container] = pod.containers;
    const withContainer = (change: Manifest) => ({
      ...{ ...deployment, spec: { ...spec, template: { ...spec.template, spec: { ...pod, ...change } } } },
    });
    const mistaken = [
      withContainer({ containers: [{ ...container, imagePullPolic: 'Always' }] }),
      withContainer({ terminationGracePeriodSeconds: 'long' }),
      withContainer({ containers: [{ ...container, name: undefined }] }),
    ];
    expect(typeFaults(mistaken as Manifest[])).toEqual([
      'Deployment.spec.template.spec.containers.0.imagePullPolic: is unknown',
      expect.stringContaining('terminationGracePeriodSeconds'),
      expect.stringContaining('name'),
    ]);
  });

  it('refuses with Helm 3.17 what it refuses with 4.1', () => {
    const refused = ['--values', minimal, '--set', 'apiGateway.replicas=many'];
    expect(() => renderBy(formerProgram, refused)).toThrow('replicas');
    expect(() => renderBy(formerProgram, ['--values', minimal, '--set', 'settings.MASTER_KEY=abc'])).toThrow(
      'is a secret',
    );
  });

  it('names all that is missing in one message', () => {
    const message = ((): string => {
      try {
        helm(program, ['template', 'mail', chartFolder]);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    for (const name of [
      'image.repository',
      'platform.host',
      'smtpRelay.tlsSecret',
      'secrets.existingSecret',
    ]) {
      expect(message).toContain(`${name} is required`);
    }
  });

  it('refuses more connections than the database has, counting what autoscaling and a roll-out may add', () => {
    // (2+1)·12 + (2+1)·4 + (2+1)·12 + (2+1)·8 + (1+1)·6 = 120
    expect(refusalOf('--set', 'database.maxConnections=139')).toContain('may take 120 connections');
    expect(refusalOf('--set', 'database.maxConnections=140')).toBe('nothing is refused');
    const scaled = ['--set', 'apiGateway.autoscaling.enabled=true,apiGateway.autoscaling.maxReplicas=20'];
    expect(refusalOf(...scaled)).toContain('may take 336 connections');
  });

  it.each([
    ['pods.terminationGracePeriodSeconds=20', 'has to be 35 at least'],
    ['settings.MASTER_KEY=abc', 'is a secret'],
    ['sendWorker.autoscaling.enabled=true', 'monitoring.prometheusUrl is required'],
    ['sendWorker.platformDkim.secret=dkim', 'needs domain and selector'],
    ['secrets.external.enabled=true', 'storeRef.name and remoteKey'],
    ['sendworker.replicas=3', 'sendworker'],
    ['apiGateway.replicas=many', 'replicas'],
    ['platform.publicUrl=http://mail.example.com', 'publicUrl'],
    ['image.pullPolicy=Sometimes', 'pullPolicy'],
    ['image.digest=sha256:abc', 'digest'],
    ['smtpRelay.service.loadBalancerSourceRanges={anybody}', 'loadBalancerSourceRanges'],
    ['settings.log-level=info', 'log-level'],
  ])('refuses %s', (value, reason) => {
    expect(refusalOf('--set', value)).toContain(reason);
  });

  it('documents each value, and knows it in its schema', () => {
    const values = parse(fs.readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8')) as Manifest;
    const schema = JSON.parse(
      fs.readFileSync(path.join(chartFolder, 'values.schema.json'), 'utf8'),
    ) as Schema;
    expect(pathsOf(values).filter((at) => !isInSchema(schema, at))).toEqual([]);
  });
});

/** What a Secret would hold. */
function standIn(name: string): string {
  const urls: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgresql://a:b@postgres/c',
    REDIS_URL: 'redis://redis',
    AMQP_URL: 'amqp://rabbitmq',
    CLOUDFLARE_API_TOKEN: 'token',
  };
  return urls[name] ?? Buffer.alloc(32, name).toString('base64');
}

function selectorOf({ kind, spec }: Manifest): Readonly<Record<string, string>> | undefined {
  if (kind === 'Service') return (spec as { readonly selector: Record<string, string> }).selector;
  if (kind === 'PodDisruptionBudget') {
    return (spec as { readonly selector: { readonly matchLabels: Record<string, string> } }).selector
      .matchLabels;
  }
  if (kind === 'NetworkPolicy') {
    return (spec as { readonly podSelector: { readonly matchLabels: Record<string, string> } }).podSelector
      .matchLabels;
  }
  return undefined;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}

function pathsOf(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[...at]];
  const entries = Object.entries(value);
  return entries.length === 0 ? [[...at]] : entries.flatMap(([name, each]) => pathsOf(each, [...at, name]));
}

function isInSchema(schema: Schema, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (schema.properties === undefined) return true;
  const inner = schema.properties[name];
  return inner !== undefined && isInSchema(inner, rest);
}
