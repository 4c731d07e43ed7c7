import type { Engines, ServiceName, ServiceSettings } from '@postrider/devtools';
import type { ReceiverScript, SinkScript, TestContext } from '@postrider/testkit';
import type { ReplicaCounts } from '../system/replicas';
import type { System } from '../system/system';
import type { World } from '../system/world';
import type { BounceReporter } from './load/bounce-reporter';
import type { Load } from './load/load';
import type { ReportLedger } from './load/report-ledger';

/** Everything a scenario can take hold of while the load runs. */
export interface FaultHarness {
  readonly system: System;
  readonly engines: Engines;
  readonly load: Load;
  /** Contacts of a broadcast. */
  readonly broadcastRecipients: number;
  /** Runs of an automation. */
  readonly automationRuns: number;
  /** How long an engine is stopped in scenarios that say `isOutage`. */
  readonly outageMs: number;
  /** Changes how the recipients' mail server answers, from the next command on. */
  readonly mailServer: (script: SinkScript) => void;
  /** From now on the recipients' mail server reports of each message it has taken that it could not deliver it. */
  readonly reportDeliveries: () => BounceReporter;
  readonly reports: ReportLedger;
  /** Changes how the webhook endpoint answers, from the next request on. */
  readonly webhookEndpoint: (script: ReceiverScript) => void;
}

/** One way to hurt the system, and what must still be true afterwards. */
export interface Scenario {
  /** As `ONLY=` takes it. */
  readonly name: string;
  readonly promise: string;
  readonly replicas?: ReplicaCounts;
  /** Which replicas, by name, run the last release instead of this checkout. */
  readonly ofLastRelease?: (replica: string) => boolean;
  readonly settings?: ServiceSettings;
  readonly settingsIn?: (world: World, context: TestContext) => ServiceSettings | Promise<ServiceSettings>;
  readonly nodeArguments?: readonly string[];
  readonly settingsOf?: Partial<Record<ServiceName, ServiceSettings>>;
  /** Begins with the load. Resolves when everything is healed; at the latest then the load can end. */
  readonly strike: (harness: FaultHarness) => Promise<StrikeResult | undefined>;
  /** It stops an engine for `outageMs`: the load and the time for the strike are that much longer. */
  readonly isOutage?: true;
  /** Default: five minutes. */
  readonly strikeTimeoutMs?: number;
  /** As long as the load has to last for the fault to be seen: with few messages it is slower than asked for. */
  readonly loadSecondsMin?: number;
  /** Whether clients may meet failed tries; each message must be accepted in the end anyway. */
  readonly clientErrors: 'none' | 'allowed';
  /** `one`: nothing fails, so each event is posted once. Default: any number, under one delivery id. */
  readonly webhookCopies?: 'one';
  /** Closes what the scenario has opened; runs after the audit. */
  readonly cleanUp?: () => Promise<void>;
}

export interface StrikeResult {
  /** Recipients whose outcome may be unknown: bodies that left without an answer. Default 0. */
  readonly unconfirmedMax?: number;
  /** Accepted messages that a restored backup does not have. */
  readonly forgotten?: ReadonlySet<string>;
  /** Messages that an operator has failed, whatever became of them before a backup was restored. */
  readonly failed?: ReadonlySet<string>;
  /** What the scenario itself found broken. */
  readonly problems?: readonly string[];
  readonly detail?: string;
}
