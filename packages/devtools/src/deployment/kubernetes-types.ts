import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** A manifest, or a part of one. */
export type Manifest = Readonly<Record<string, unknown>>;

/** Kinds of operators, beside those of Kubernetes itself. */
export const operatorKinds: readonly string[] = [
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
 * What an API server would refuse when it validates strictly: fields that a type does not have, values of another type, fields that are
 * missing. By the schemas of Kubernetes and of the operators' own definitions, which npm has.
 * @returns a line for each
 */
export function typeFaults(manifests: readonly Manifest[]): string[] {
  const faults = execFileSync(process.execPath, [path.join(__dirname, 'validate-manifests.mjs')], {
    encoding: 'utf8',
    input: JSON.stringify(manifests),
    timeout: 60_000,
    maxBuffer: 1e7,
  });
  return JSON.parse(faults) as string[];
}
