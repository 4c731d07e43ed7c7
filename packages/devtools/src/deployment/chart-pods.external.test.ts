import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { chartFolder, examplesFolder, hasHelm, helm, unpackHelm } from './helm';
import { typeFaults, type Manifest } from './kubernetes-types';

interface PodSpec {
  readonly serviceAccountName?: string;
  readonly containers: readonly { readonly env: readonly { readonly name: string }[] }[];
}
interface Workload extends Manifest {
  readonly spec: { readonly template: { readonly metadata: Manifest; readonly spec: PodSpec } };
}

const describeChart = hasHelm ? describe : describe.skip;
let program = '';
let folder = '';

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chart-pods-'));
  if (hasHelm) program = await unpackHelm('4.1');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** @returns the pods of each Deployment and Job by component */
function podsWith(values: object): Record<string, Workload['spec']['template']> {
  const file = path.join(folder, 'values.yaml');
  fs.writeFileSync(file, stringify(values));
  const minimal = path.join(examplesFolder, 'minimal.yaml');
  const rendered = helm(program, ['template', 'mail', chartFolder, '--values', minimal, '--values', file]);
  const manifests = parseAllDocuments(rendered)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest): manifest is Manifest => manifest !== null);
  expect(typeFaults(manifests)).toEqual([]);
  const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as Workload[];
  return Object.fromEntries(
    workloads.map(({ spec }): readonly [string, Workload['spec']['template']] => {
      const labels = spec.template.metadata['labels'] as Readonly<Record<string, string>>;
      return [labels['app.kubernetes.io/component'] ?? '', spec.template];
    }),
  );
}

const authority = {
  extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/ca/ca.pem' }],
  extraEnvFrom: [{ secretRef: { name: 'more' } }],
  extraVolumes: [{ name: 'ca', configMap: { name: 'engines-ca' } }],
  extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
  initContainers: [{ name: 'wait', image: 'busybox' }],
};

describeChart('pods of the Helm chart', () => {
  it('mount files of all pods and of one service, in Deployments and Jobs', () => {
    const own = {
      extraVolumes: [{ name: 'rules', configMap: { name: 'throttle-rules' } }],
      extraVolumeMounts: [{ name: 'rules', mountPath: '/etc/rules' }],
      extraEnv: [{ name: 'THROTTLE_RULES_FILE', value: '/etc/rules/rules.json' }],
    };
    const pods = podsWith({ pods: authority, sendWorker: { pods: own } });
    expect(Object.keys(pods)).toHaveLength(7);
    for (const { spec } of Object.values(pods)) {
      expect(spec).toMatchObject({
        containers: [
          {
            env: expect.arrayContaining(authority.extraEnv) as unknown,
            envFrom: authority.extraEnvFrom,
            volumeMounts: expect.arrayContaining(authority.extraVolumeMounts) as unknown,
          },
        ],
        volumes: expect.arrayContaining(authority.extraVolumes) as unknown,
        initContainers: authority.initContainers,
      });
    }
    expect(pods['send-worker']?.spec).toMatchObject({
      containers: [
        {
          env: expect.arrayContaining(own.extraEnv) as unknown,
          volumeMounts: expect.arrayContaining(own.extraVolumeMounts) as unknown,
        },
      ],
      volumes: expect.arrayContaining(own.extraVolumes) as unknown,
    });
    expect(pods['api-gateway']?.spec.containers[0]?.env).not.toContainEqual(own.extraEnv[0]);
  });

  it('are placed by service, by Job, and otherwise as all pods', () => {
    const everywhere = {
      nodeSelector: { pool: 'general' },
      tolerations: [{ key: 'mail', operator: 'Exists' }],
      priorityClassName: 'normal',
      annotations: { team: 'mail' },
    };
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'public-ip', operator: 'Exists' }] }],
        },
      },
    };
    const pods = podsWith({
      pods: everywhere,
      sendWorker: {
        pods: { affinity, nodeSelector: { pool: 'sending' }, priorityClassName: 'high', topologyKeys: [] },
      },
      jobs: { pods: { tolerations: [{ key: 'jobs', operator: 'Exists' }] } },
    });
    const { annotations, ...placement } = everywhere;
    expect(pods['api-gateway']).toMatchObject({ metadata: { annotations }, spec: placement });
    expect(pods['send-worker']?.spec).toMatchObject({
      ...placement,
      affinity,
      nodeSelector: { pool: 'sending' },
      priorityClassName: 'high',
    });
    expect(pods['send-worker']?.spec).not.toHaveProperty('topologySpreadConstraints');
    for (const job of ['migration', 'first-organization']) {
      expect(pods[job]).toMatchObject({
        metadata: { annotations },
        spec: { ...placement, tolerations: [{ key: 'jobs', operator: 'Exists' }] },
      });
    }
  });

  it('leave the user to OpenShift', () => {
    const pods = podsWith({
      pods: { securityContext: { runAsUser: null, runAsGroup: null, fsGroup: null } },
    });
    for (const { spec } of Object.values(pods)) {
      expect(spec).toHaveProperty('securityContext', {
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
    }
  });

  it('run under a service account that exists, Jobs included', () => {
    const pods = podsWith({ serviceAccount: { create: false, name: 'mail-identity' } });
    const accounts = Object.values(pods).map(({ spec }) => spec.serviceAccountName);
    expect(new Set(accounts)).toEqual(new Set(['mail-identity']));
  });
});
