import fs from 'node:fs';
import net from 'node:net';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments, stringify } from 'yaml';
import { chartFolder, examplesFolder, hasHelm, helm, unpackHelm } from './helm';

interface Rule {
  readonly ports?: readonly { readonly port: number | string }[];
  readonly from?: readonly object[];
  readonly to?: readonly object[];
}
interface Rendered {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly podSelector?: object;
    readonly containers?: readonly { readonly args: readonly string[] }[];
    readonly groups?: readonly {
      readonly rules: readonly { readonly alert: string; readonly for?: string }[];
    }[];
  };
}

const describeChart = hasHelm ? describe : describe.skip;
let program = '';
let folder = '';
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chart-network-'));
  if (hasHelm) program = await unpackHelm('4.1');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** @returns what minimal.yaml with other values over it makes, by `Kind name` */
function render(values: object): ReadonlyMap<string, Rendered> {
  const file = path.join(folder, 'values.yaml');
  fs.writeFileSync(file, stringify(values));
  const minimal = path.join(examplesFolder, 'minimal.yaml');
  const text = helm(program, ['template', 'mail', chartFolder, '--values', minimal, '--values', file]);
  const manifests = parseAllDocuments(text)
    .map((document) => document.toJS() as Rendered | null)
    .filter((manifest) => manifest !== null);
  return new Map(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]));
}
function one(values: object, name: string): Rendered {
  const found = render(values).get(name);
  if (!found) throw new Error(`the chart renders no ${name}`);
  return found;
}
/** Who may reach the API. */
const gatewayFrom = (values: object): readonly object[] =>
  one(values, 'NetworkPolicy mail-api-gateway').spec.ingress?.find(({ ports }) => ports?.[0]?.port === 'http')
    ?.from ?? [];

describeChart('network policies', () => {
  const anywhere = { ipBlock: { cidr: '0.0.0.0/0' } };

  it('let pods of the cluster reach the API, and everyone where a load balancer serves it', () => {
    expect(gatewayFrom({})).not.toContainEqual(anywhere);
    expect(gatewayFrom({ apiGateway: { service: { type: 'LoadBalancer' } } })).toContainEqual(anywhere);
  });

  it('let the addresses that values name reach the API, and no others', () => {
    const nodes = { ipBlock: { cidr: '10.0.0.0/16' } };
    const service = { type: 'LoadBalancer' };
    const from = gatewayFrom({ apiGateway: { service }, networkPolicies: { gatewayFrom: [nodes] } });
    expect(from).toContainEqual(nodes);
    expect(from).not.toContainEqual(anywhere);
  });

  it('let every pod ask NodeLocal DNSCache', () => {
    const closed = [...render({}).values()].filter(({ kind, spec }) => {
      if (kind !== 'NetworkPolicy') return false;
      const dns = spec.egress?.find(({ ports }) => ports?.[0]?.port === 53);
      return dns?.to !== undefined && !JSON.stringify(dns.to).includes('169.254.20.10/32');
    });
    expect(closed).toEqual([]);
  });

  it('let every pod ask the DNS of OpenShift, whose pods listen on another port', () => {
    const policies = [...render({}).values()].filter(({ kind }) => kind === 'NetworkPolicy');
    for (const { spec } of policies) {
      const dns = spec.egress?.find(({ ports }) => ports?.[0]?.port === 53);
      expect(dns?.ports?.map(({ port }) => port)).toEqual([53, 53, 5353, 5353]);
    }
  });

  it('have the rules that values add for all pods', () => {
    const collector = { ports: [{ port: 4318, protocol: 'TCP' }] };
    const policies = [...render({ networkPolicies: { extraEgress: [collector] } }).values()].filter(
      ({ kind }) => kind === 'NetworkPolicy',
    );
    expect(policies).toHaveLength(6);
    for (const { spec } of policies) expect(spec.egress).toContainEqual(collector);
  });

  it('let the Jobs reach PostgreSQL, before the migration runs', () => {
    const { metadata, spec } = one({}, 'NetworkPolicy mail-jobs');
    expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(spec.egress?.map(({ ports }) => ports?.[0]?.port)).toEqual([53, 5432]);
  });
});

describeChart('Services', () => {
  it('have the node ports, class and IP families that values name', () => {
    const service = {
      type: 'LoadBalancer',
      loadBalancerClass: 'service.k8s.aws/nlb',
      ipFamilyPolicy: 'PreferDualStack',
      ipFamilies: ['IPv4', 'IPv6'],
      nodePorts: { smtp: 30025 },
    };
    expect(one({ inbound: { service } }, 'Service mail-inbound').spec).toMatchObject({
      type: 'LoadBalancer',
      loadBalancerClass: 'service.k8s.aws/nlb',
      ipFamilyPolicy: 'PreferDualStack',
      ipFamilies: ['IPv4', 'IPv6'],
      ports: [{ name: 'smtp', port: 25, nodePort: 30025 }],
    });
  });
});

describeChart('other values', () => {
  it('a secret setting comes from the Secret of its own', () => {
    const own = { DATABASE_URL: { name: 'mail-db-app', key: 'uri' } };
    const manifests = JSON.stringify([...render({ secrets: { existingSecretKeys: own } }).values()]);
    expect(manifests).toContain('"secretKeyRef":{"key":"uri","name":"mail-db-app"}');
    expect(manifests).not.toContain('"key":"DATABASE_URL"');
    expect(manifests).toContain('"key":"MASTER_KEY"');
  });

  it('the label of the version is the image’s tag', () => {
    const { metadata } = one({ image: { tag: '9.8.7' } }, 'Deployment mail-api-gateway');
    expect(metadata.labels['app.kubernetes.io/version']).toBe('9.8.7');
  });

  it('fields of an alert rule are replaced, and a rule is switched off', () => {
    const rules = { PostriderTransportOut: { for: '15m' }, PostriderCertificateEnds: { enabled: false } };
    const { spec } = one({ monitoring: { alerts: { enabled: true, rules } } }, 'PrometheusRule mail');
    const all = spec.groups?.flatMap((group) => group.rules) ?? [];
    expect(all.find(({ alert }) => alert === 'PostriderTransportOut')?.for).toBe('15m');
    expect(all.map(({ alert }) => alert)).not.toContain('PostriderCertificateEnds');
  });
});

describeChart('helm test', () => {
  const run = promisify(execFile);
  const script = (): readonly string[] =>
    one({}, 'Pod mail-test').spec.containers?.[0]?.args.slice(0, 2) ?? [];

  it('succeeds where the API and the relay answer, and fails where one does not', async () => {
    const api = createServer((_, response) => response.end('{}')).listen(0);
    const relay = net.createServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0);
    const [apiPort, relayPort] = [api, relay].map((server) => (server.address() as net.AddressInfo).port);
    const check = (): Promise<unknown> =>
      run(process.execPath, [...script(), `http://127.0.0.1:${apiPort}`, '127.0.0.1', String(relayPort)]);
    await expect(check()).resolves.toMatchObject({ stderr: '' });
    relay.close();
    await expect(check()).rejects.toMatchObject({ code: 1 });
    api.close();
  });
});
