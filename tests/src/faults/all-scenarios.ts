import type { Scenario } from './scenario';
import { broadcast } from './scenarios/broadcast.scenario';
import { automation } from './scenarios/automation.scenario';
import { brokerKill } from './scenarios/broker-kill.scenario';
import { brokerNodeLost } from './scenarios/broker-node-lost.scenario';
import { brokerStop } from './scenarios/broker-stop.scenario';
import { clockJump } from './scenarios/clock-jump.scenario';
import { diskFull } from './scenarios/disk-full.scenario';
import { dropHalf } from './scenarios/drop-half.scenario';
import { failOver } from './scenarios/fail-over.scenario';
import { hangAfterData } from './scenarios/hang-after-data.scenario';
import { inboundKill } from './scenarios/inbound-kill.scenario';
import { killAggregator } from './scenarios/kill-aggregator.scenario';
import { killAll } from './scenarios/kill-all.scenario';
import { killDispatcher } from './scenarios/kill-dispatcher.scenario';
import { killGateway } from './scenarios/kill-gateway.scenario';
import { killRelay } from './scenarios/kill-relay.scenario';
import { killWorker } from './scenarios/kill-worker.scenario';
import { ordinaryUse } from './scenarios/ordinary-use.scenario';
import { lostDatabase } from './scenarios/lost-database.scenario';
import { oneByteASecond } from './scenarios/one-byte-a-second.scenario';
import { postgresRefuse } from './scenarios/postgres-refuse.scenario';
import { postgresRestart } from './scenarios/postgres-restart.scenario';
import { queuesDeleted } from './scenarios/queues-deleted.scenario';
import { redisFlush } from './scenarios/redis-flush.scenario';
import { redisPromoted } from './scenarios/redis-promoted.scenario';
import { redisStop } from './scenarios/redis-stop.scenario';
import { restoredDatabase } from './scenarios/restored-database.scenario';
import { replicas } from './scenarios/replicas.scenario';
import { rollingRestart } from './scenarios/rolling-restart.scenario';
import { rotateSecrets } from './scenarios/rotate-secrets.scenario';
import { scaleIn } from './scenarios/scale-in.scenario';
import { sharedSite } from './scenarios/shared-site.scenario';
import { slowClients } from './scenarios/slow-clients.scenario';
import { standbyPromoted } from './scenarios/standby-promoted.scenario';
import { storm421 } from './scenarios/storm-421.scenario';
import { versionsNewWorker, versionsOldWorker, versionsUpgrade } from './scenarios/versions.scenario';
import { webhook500 } from './scenarios/webhook-500.scenario';
import { webhookHang } from './scenarios/webhook-hang.scenario';
import { webhookRedirect } from './scenarios/webhook-redirect.scenario';
import { webhookReset } from './scenarios/webhook-reset.scenario';

/** In the order in which they run: nothing that fails, processes, engines, the mail server, the webhook endpoint, clients, clocks. */
export const allScenarios: readonly Scenario[] = [
  ordinaryUse,
  ...[killWorker, killGateway, killRelay, killDispatcher, killAggregator, killAll, rollingRestart, replicas],
  ...[scaleIn, rotateSecrets],
  ...[versionsOldWorker, versionsNewWorker, versionsUpgrade],
  sharedSite,
  inboundKill,
  broadcast,
  automation,
  ...[redisFlush, redisStop, redisPromoted, queuesDeleted, brokerKill, brokerStop, brokerNodeLost],
  ...[postgresRestart, postgresRefuse, restoredDatabase, lostDatabase, standbyPromoted, diskFull],
  ...[hangAfterData, storm421, dropHalf, oneByteASecond, failOver],
  ...[webhook500, webhookHang, webhookRedirect, webhookReset],
  ...[slowClients, clockJump],
];
