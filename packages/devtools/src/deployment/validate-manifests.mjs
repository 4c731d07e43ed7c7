/**
 * What Kubernetes and operators would refuse of their kinds: reads manifests as JSON from standard input, writes a line for each fault.
 *
 * The validators are made from Kubernetes' schemas and the operators' resource definitions. They know types and what is required, and
 * pass over fields that they do not know; so each manifest is watched while it is validated, and a field that was not read is unknown.
 * A program of its own, since the validators are modules that Jest does not load.
 */
import fs from 'node:fs';
import { ExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Pod } from 'kubernetes-models/v1/Pod';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

const models = {
  ...{ ExternalSecret, HTTPRoute, ScaledObject, PodMonitor, PrometheusRule },
  ...{
    ConfigMap,
    Deployment,
    HorizontalPodAutoscaler,
    Ingress,
    Job,
    NetworkPolicy,
    Pod,
    PodDisruptionBudget,
  },
  ...{ Service, ServiceAccount },
};

function faultsOf(manifest) {
  const { apiVersion, kind } = manifest;
  const Model = models[kind];
  if (Model?.apiVersion !== apiVersion) return [`${apiVersion} ${kind}: there are no types of it`];
  const looked = new Set();
  const model = new Model();
  for (const [name, value] of Object.entries(manifest)) model[name] = watch(value, `${kind}.${name}`, looked);
  try {
    model.validate();
  } catch (error) {
    return [`${kind}: ${error.message}`];
  }
  return Object.entries(manifest).flatMap(([name, value]) => unlooked(value, `${kind}.${name}`, looked));
}

function watch(value, at, looked) {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, name) => {
      if (typeof name === 'symbol') return target[name];
      looked.add(`${at}.${name}`);
      return watch(target[name], `${at}.${name}`, looked);
    },
  });
}

function unlooked(value, at, looked) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    looked.has(`${at}.${name}`) ? unlooked(each, `${at}.${name}`, looked) : [`${at}.${name}: is unknown`],
  );
}

const manifests = JSON.parse(fs.readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(manifests.flatMap(faultsOf)));
