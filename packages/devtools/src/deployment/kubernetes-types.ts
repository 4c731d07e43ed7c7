import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A manifest, or a part of one. */
export type Manifest = Readonly<Record<string, unknown>>;

interface Attribute {
  readonly baseName: string;
  /** For example `Array<V1Container>`, `{ [key: string]: string; }`, `IntOrString`. */
  readonly type: string;
}

/** Kinds of Kubernetes itself; others belong to operators. */
const typeOfKind: Readonly<Record<string, string>> = {
  'apps/v1 Deployment': 'V1Deployment',
  'batch/v1 Job': 'V1Job',
  'v1 Pod': 'V1Pod',
  'v1 ConfigMap': 'V1ConfigMap',
  'v1 Service': 'V1Service',
  'v1 ServiceAccount': 'V1ServiceAccount',
  'networking.k8s.io/v1 Ingress': 'V1Ingress',
  'networking.k8s.io/v1 NetworkPolicy': 'V1NetworkPolicy',
  'policy/v1 PodDisruptionBudget': 'V1PodDisruptionBudget',
  'autoscaling/v2 HorizontalPodAutoscaler': 'V2HorizontalPodAutoscaler',
};

export const foreignKinds: readonly string[] = [
  'external-secrets.io/v1 ExternalSecret',
  'gateway.networking.k8s.io/v1 HTTPRoute',
  'keda.sh/v1alpha1 ScaledObject',
  'monitoring.coreos.com/v1 PodMonitor',
  'monitoring.coreos.com/v1 PrometheusRule',
];

export function kindOf(manifest: Manifest): string {
  return `${String(manifest['apiVersion'])} ${String(manifest['kind'])}`;
}

/**
 * What an API server would refuse when it validates strictly: fields that a type does not have, values of another type.
 * The types are those that the JavaScript client of Kubernetes was generated with (release 1.36).
 * @returns a line for each, empty for kinds of operators: see `foreignTypeFaults`
 */
export function typeFaults(manifest: Manifest): string[] {
  const type = typeOfKind[kindOf(manifest)];
  if (type !== undefined) return faultsOf(manifest, type, String(manifest['kind']));
  return foreignKinds.includes(kindOf(manifest)) ? [] : [`${kindOf(manifest)} is a kind that is not checked`];
}

/** The same of operators' kinds, by their own definitions. */
export function foreignTypeFaults(manifests: readonly Manifest[]): string[] {
  const foreign = manifests.filter((manifest) => foreignKinds.includes(kindOf(manifest)));
  if (foreign.length === 0) return [];
  const faults = execFileSync(process.execPath, [path.join(__dirname, 'foreign-types.mjs')], {
    encoding: 'utf8',
    input: JSON.stringify(foreign),
    timeout: 30_000,
  });
  return JSON.parse(faults) as string[];
}

const folder = path.join(
  path.dirname(require.resolve('@kubernetes/client-node/package.json')),
  'dist/gen/models',
);
const known = new Map<string, ReadonlyMap<string, string> | null>();

/** Types by field; null: it is none of the models. */
function attributesOf(type: string): ReadonlyMap<string, string> | null {
  const found = known.get(type);
  if (found !== undefined) return found;
  const file = path.join(folder, `${type}.js`);
  const attributes = fs.existsSync(file) ? readAttributes(fs.readFileSync(file, 'utf8')) : null;
  known.set(type, attributes);
  return attributes;
}

/** The file has the table as JSON; loading all of the client for it takes seconds. */
function readAttributes(source: string): ReadonlyMap<string, string> {
  const [, table] = /attributeTypeMap = (\[[\s\S]*?\n\]);/.exec(source) ?? [];
  if (table === undefined) throw new Error('the client of Kubernetes writes its types differently');
  return new Map((JSON.parse(table) as Attribute[]).map(({ baseName, type }) => [baseName, type]));
}

function faultsOf(value: unknown, type: string, at: string): string[] {
  const [, item] = /^Array<(.+)>$/.exec(type) ?? [];
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${at}: must be a list`];
    return value.flatMap((each, index) => faultsOf(each, item, `${at}[${index}]`));
  }
  const [, entry] = /^\{ \[key: string\]: (.+); \}$/.exec(type) ?? [];
  if (entry !== undefined) {
    if (!isObject(value)) return [`${at}: must be a map`];
    return Object.entries(value).flatMap(([name, each]) => faultsOf(each, entry, `${at}.${name}`));
  }
  const attributes = attributesOf(type);
  if (attributes === null) return isScalarOf(value, type) ? [] : [`${at}: must be of the type ${type}`];
  if (!isObject(value)) return [`${at}: must be an object`];
  return Object.entries(value).flatMap(([name, each]) => {
    const inner = attributes.get(name);
    return inner === undefined ? [`${at}.${name}: is unknown`] : faultsOf(each, inner, `${at}.${name}`);
  });
}

function isScalarOf(value: unknown, type: string): boolean {
  if (type === 'any') return true;
  if (type === 'IntOrString') return typeof value === 'string' || Number.isInteger(value);
  if (type === 'Date') return typeof value === 'string';
  return typeof value === type;
}

function isObject(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
