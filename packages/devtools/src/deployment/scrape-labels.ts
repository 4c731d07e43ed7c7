import { strict as assert } from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { parse } from 'yaml';
import type { Manifest } from './kubernetes-types';

/** The labels that Prometheus gives to the series of one process. */
export type TargetLabels = Readonly<Record<string, string>>;

export const scrapeFile = path.join(projectRoot(), 'deploy', 'prometheus', 'scrape.yaml');

interface PodMonitor {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly jobLabel?: string;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly podMetricsEndpoints: readonly { readonly relabelings?: readonly Relabeling[] }[];
  };
}
interface Relabeling {
  readonly sourceLabels: readonly string[];
  readonly targetLabel: string;
}

/**
 * What the Prometheus operator makes of a rendered chart's PodMonitor: the job is the value of `jobLabel` at the pod, and
 * `<namespace>/<name of the PodMonitor>` without one; then relabelings apply.
 * @returns the labels of one process of each Deployment that the PodMonitor selects
 */
export function podMonitorLabels(manifests: readonly Manifest[], namespace: string): TargetLabels[] {
  const monitor = manifests.find(({ kind }) => kind === 'PodMonitor') as unknown as PodMonitor | undefined;
  assert(monitor, 'the chart rendered no PodMonitor');
  const [endpoint] = monitor.spec.podMetricsEndpoints;
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment') as unknown as readonly {
    readonly metadata: { readonly name: string };
    readonly spec: {
      readonly template: { readonly metadata: { readonly labels: Readonly<Record<string, string>> } };
    };
  }[];
  return deployments.flatMap(({ metadata, spec }): TargetLabels[] => {
    const podLabels = spec.template.metadata.labels;
    const selected = Object.entries(monitor.spec.selector.matchLabels);
    if (!selected.every(([label, value]) => podLabels[label] === value)) return [];
    const pod = `${metadata.name}-0`;
    const jobLabel = monitor.spec.jobLabel;
    const defaultJob = `${namespace}/${monitor.metadata.name}`;
    const discovered: Record<string, string> = {
      __meta_kubernetes_pod_name: pod,
      namespace,
      pod,
      instance: '10.1.0.1:4100',
      job: jobLabel === undefined ? defaultJob : (podLabels[jobLabel] ?? defaultJob),
    };
    for (const [label, value] of Object.entries(podLabels)) {
      discovered[`__meta_kubernetes_pod_label_${label.replace(/[^a-zA-Z0-9_]/g, '_')}`] = value;
    }
    return [relabeled(discovered, endpoint?.relabelings ?? [])];
  });
}

/** The default action of a relabeling: the joined source labels replace the target. Others are not used by the chart. */
function relabeled(discovered: TargetLabels, relabelings: readonly Relabeling[]): TargetLabels {
  const labels: Record<string, string> = { ...discovered };
  for (const { sourceLabels, targetLabel, ...rest } of relabelings) {
    assert.deepEqual(rest, {}, 'only the default action is evaluated here');
    labels[targetLabel] = sourceLabels.map((label) => labels[label] ?? '').join(';');
  }
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !name.startsWith('__')));
}

/** The labels that `deploy/prometheus/scrape.yaml` gives to each process. */
export function scrapeFileLabels(): TargetLabels[] {
  const { scrape_configs: jobs } = parse(fs.readFileSync(scrapeFile, 'utf8')) as {
    readonly scrape_configs: readonly {
      readonly job_name: string;
      readonly static_configs: readonly {
        readonly labels: TargetLabels;
        readonly targets: readonly string[];
      }[];
    }[];
  };
  return jobs.flatMap(({ job_name, static_configs }) =>
    static_configs.flatMap(({ labels, targets }) =>
      targets.map((instance) => ({ job: job_name, instance, ...labels })),
    ),
  );
}
