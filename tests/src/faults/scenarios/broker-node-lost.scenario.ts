import { startBrokerCluster, type BrokerCluster } from '@postrider/devtools';
import { eventually, freePorts } from '@postrider/testkit';
import type { System } from '../../system/system';
import type { Scenario } from '../scenario';
import { startMortalProxy, type MortalProxy } from '../tools/mortal-proxy';
import { lasting } from '../tools/pause';

const nodesCount = 3;
/** Has every connection, so each queue that a service declares is led by it. */
const lost = 0;
const next = 1;
/** Until the address's health check has noticed. */
const unnoticedMs = 5_000;
const timeoutMs = 120_000;

let front: { readonly cluster: BrokerCluster; readonly address: MortalProxy } | undefined;

export const brokerNodeLost: Scenario = {
  name: 'broker-node-lost',
  promise:
    'of three RabbitMQ nodes the one killed that leads the queues and has all connections: accepted all the while, nothing lost; later it joins again',
  replicas: { 'send-worker': 2 },
  loadSecondsMin: 60,
  clientErrors: 'none',
  settingsIn: async () => {
    const [epmdPort = 0, ...ports] = await freePorts(1 + 3 * nodesCount);
    const nodes = Array.from({ length: nodesCount }, (_node, index) => {
      const [amqpPort = 0, amqpManagementPort = 0, erlangDistributionPort = 0] = ports.slice(3 * index);
      return { amqpPort, amqpManagementPort, erlangDistributionPort };
    });
    const cluster = await startBrokerCluster({ name: 'faults-cluster', epmdPort, nodes });
    const url = new URL(cluster.nodes[lost]?.url ?? '');
    const address = await startMortalProxy(Number(url.port));
    front = { cluster, address };
    url.port = String(address.port);
    return { AMQP_URL: url.toString() };
  },
  strike: async ({ load, system }) => {
    if (!front) throw new Error('its cluster was not started');
    const { cluster, address } = front;
    await load.reaches(0.25);
    const before = await cluster.queues(next);
    const [led, alone] = [
      before.filter(({ leader }) => leader === lost),
      before.filter(({ members }) => members.length < nodesCount),
    ];
    await cluster.nodes[lost]?.kill();
    await lasting(unnoticedMs);
    address.leadTo(Number(new URL(cluster.nodes[next]?.url ?? '').port));
    const movedMs = performance.now();
    await eventually(async () => (await notReady(system)).length === 0, {
      timeoutMs,
      what: 'ready services',
    });
    const readyMs = performance.now() - movedMs;
    const after = await cluster.queues(next);
    const leaderless = after.filter(({ leader }) => leader === lost || leader === -1);
    await load.reaches(0.7);
    await cluster.nodes[lost]?.start();
    await eventually(
      async () => (await cluster.queues(next)).every(({ online }) => online.length === nodesCount),
      { timeoutMs, what: 'every queue on three nodes again' },
    );
    return {
      problems: [
        ...(before.length === 0 || led.length < before.length / 2 ? ['it did not lead the queues'] : []),
        ...alone.map(({ name, members }) => `${name} had ${members.length} replicas`),
        ...leaderless.map(({ name }) => `${name} had no leader when the services were ready`),
      ],
      detail:
        `it led ${led.length} of ${before.length} queues with ${nodesCount} replicas each; ` +
        `services ready ${(readyMs / 1_000).toFixed(1)} s after the address was moved`,
    };
  },
  cleanUp: async () => {
    await front?.address.close();
    await front?.cluster.destroy();
    front = undefined;
  },
};

async function notReady({ processes }: System): Promise<readonly string[]> {
  const answers = await Promise.all(processes.all.map((process) => process.isReady()));
  return processes.all.filter((_process, index) => answers[index] !== true).map(({ name }) => name);
}
