import { newId } from '@postrider/contracts/ids';
import { createReturnPathTokens } from '@postrider/mail';
import type { BenchLine, BenchResult } from '../bench-line';
import { rawMail, rawReport } from '../mails';
import { loadSmtp, type SmtpTarget } from '../measure/smtp-load';
import { startPostfix } from '../peers/postfix';
import type { BenchHarness } from '../bench-harness';
import { compareStored } from './compare-stored';

type Connections = SmtpTarget['connections'];

export const relayLines: readonly BenchLine[] = [
  {
    name: 'relay_postfix',
    product: 'SMTP to committed message, 10 KB, 20 kept connections',
    floor: 'Postfix into its own queue',
    unit: 'messages/s',
    must: 1.5,
    aim: 2.5,
    run: (harness) => relayBesidePostfix(harness, 'kept'),
  },
  {
    name: 'relay_postfix_reconnect',
    product: 'SMTP to committed message, 10 KB, a connection each',
    floor: 'Postfix into its own queue',
    unit: 'messages/s',
    must: 1.1,
    aim: 2,
    run: (harness) => relayBesidePostfix(harness, 'new'),
  },
  {
    name: 'relay_insert',
    product: 'SMTP to committed message, 10 KB, 20 kept connections',
    floor: 'smtp-server + one INSERT',
    unit: 'messages/s',
    must: 0.4,
    aim: 0.8,
    run: relayBesideInsert,
  },
  {
    name: 'inbound',
    product: 'delivery report of 4 KB to committed, 20 kept connections',
    floor: 'Postfix into its own queue',
    unit: 'messages/s',
    must: 1.1,
    aim: 2,
    run: inboundBesidePostfix,
  },
];

async function inboundBesidePostfix(harness: BenchHarness): Promise<BenchResult> {
  const postfix = await startPostfix();
  harness.atEnd(() => postfix.stop());
  const settings = { INBOUND_MESSAGES_PER_MINUTE: '10000000' };
  const system = await harness.services(['api-gateway', 'smtp-relay'], { settings });
  const token = createReturnPathTokens({ secret: system.secrets.returnPathSecret }).mint({
    messageId: newId(),
    ordinal: 0,
  });
  const to = `${token}@bounce.${system.tenant.domain.name}`;
  const load = { from: '', to, message: rawReport(to), connections: 'kept' } as const;
  const pids = [system.processes.named('smtp-relay-1').pid()];
  const product: SmtpTarget = { ...load, port: system.inbound.port, pids };
  const floor: SmtpTarget = { ...load, port: postfix.port, pids: [postfix.pid] };
  const sides = {
    product: () => loadSmtp(product),
    floor: () => loadSmtp(floor),
  };
  return compareStored(system, sides, 'inbound_spool');
}

async function relayBesidePostfix(harness: BenchHarness, connections: Connections): Promise<BenchResult> {
  const postfix = await startPostfix();
  harness.atEnd(() => postfix.stop());
  return relayBeside(harness, connections, postfix);
}

async function relayBesideInsert(harness: BenchHarness): Promise<BenchResult> {
  return relayBeside(harness, 'kept', await harness.floor('smtp-insert'));
}

async function relayBeside(
  harness: BenchHarness,
  connections: Connections,
  peer: { readonly port: number; readonly pid: number | undefined },
): Promise<BenchResult> {
  // As Postfix here: neither side spends its time on TLS.
  const settings = { SMTP_INSECURE_AUTH: 'on' };
  const system = await harness.services(['api-gateway', 'smtp-relay'], { settings });
  const { domain, keys } = system.tenant;
  const load = {
    from: `orders@${domain.name}`,
    to: 'reader@recipients.test',
    message: rawMail(domain.name),
    connections,
  };
  const product: SmtpTarget = {
    ...load,
    port: system.smtp.startTlsPort,
    // The relay hands each message to the gateway: it costs what both cost.
    pids: ['smtp-relay-1', 'api-gateway-1'].map((name) => system.processes.named(name).pid()),
    login: { user: keys.send.id, password: keys.send.token },
  };
  const floor: SmtpTarget = { ...load, port: peer.port, pids: [peer.pid] };
  return compareStored(system, {
    product: () => loadSmtp(product),
    floor: () => loadSmtp(floor),
  });
}
