import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  checkDirectDelivery,
  connectSmtp,
  defaultSmtpTimeouts,
  reverseZoneName,
} from '@postrider/smtp-client';
import { createHostResolver } from '@postrider/runtime';
import type { Answers, SmartHost } from '../answers/answers';
import type { Finding } from '../step';
import type { PublicAddress } from './addresses';

/** Whether mail can leave: straight to mail hosts, or by the smart host. */
export async function checkMailOut(
  answers: Pick<Answers, 'delivery' | 'ehlo_name'>,
  addresses: readonly PublicAddress[],
): Promise<Finding[]> {
  if (answers.delivery !== 'direct') return [await checkSmartHost(answers.delivery, answers.ehlo_name)];
  const [port, ...names] = await Promise.all([
    checkPort25(),
    ...addresses.map(({ address }) => checkPtr(address, answers.ehlo_name)),
  ]);
  return [port, ...names];
}

async function checkPort25(): Promise<Finding> {
  const findings = await checkDirectDelivery({ servers: [], port: 25, sources: [] });
  const check = 'port 25 out';
  const closed = findings.find(({ ok }) => !ok);
  if (closed === undefined) return { check, state: 'ok', detail: 'mail servers can be reached' };
  return {
    ...{ check, state: 'failed', detail: closed.detail },
    advice:
      'Most providers of VPS block it for new customers: ask yours to open port 25 for outgoing mail, or send through a smart host.',
  };
}

const dnsTimeoutMs = 3_000;

/** That the name leads back to the address is for the zone, which comes later. */
async function checkPtr(address: string, helloName: string): Promise<Finding> {
  const check = `reverse DNS of ${address}`;
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 });
  try {
    const names = await resolver.resolvePtr(reverseZoneName(address));
    if (names.some((name) => name.toLowerCase() === helloName)) {
      return { check, state: 'ok', detail: helloName };
    }
    const detail = `it is ${names.slice(0, 3).join(', ')}, not ${helloName}`;
    return { check, state: 'warning', detail, advice: ptrAdvice(address, helloName) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isAbsent = code === 'ENOTFOUND' || code === 'ENODATA';
    const detail = isAbsent ? 'there is none' : `DNS does not answer (${code})`;
    return { check, state: 'warning', detail, advice: ptrAdvice(address, helloName) };
  }
}

function ptrAdvice(address: string, helloName: string): string {
  const why =
    isIP(address) === 6
      ? 'Mail leaves by IPv4, so this one can wait.'
      : 'Large mailbox providers refuse mail without it.';
  return `Set the reverse DNS (PTR) of ${address} to ${helloName} in the panel of your provider. ${why}`;
}

/** Connects, encrypts and logs in, as send-worker would. */
export async function checkSmartHost(smartHost: SmartHost, helloName: string): Promise<Finding> {
  const { host, port, user, password } = smartHost;
  const check = `smart host ${host}`;
  const failed = (detail: string, advice: string): Finding => ({ check, state: 'failed', detail, advice });
  const addresses = await createHostResolver([])(host).catch(() => []);
  const [address] = addresses.toSorted((a, b) => isIP(a) - isIP(b));
  if (address === undefined) return failed('it has no address in DNS', 'Correct delivery.host.');
  const certificate = { kind: 'pkix', names: [host] } as const;
  const result = await connectSmtp({
    ...{ host, address, port, localAddress: null, name: helloName },
    tls: { mode: port === 465 ? 'implicit' : 'required', certificate },
    credentials: { user, password },
    timeouts: { ...defaultSmtpTimeouts, greetingMs: 20_000, commandMs: 20_000 },
  });
  if (result.kind === 'open') {
    result.session.quit();
    return { check, state: 'ok', detail: `login works at port ${port}` };
  }
  if (result.kind === 'refused') {
    const { code, text } = result.reply;
    return failed(
      `${result.step} is answered with ${code} ${text}`.slice(0, 300),
      result.step === 'AUTH'
        ? 'Correct delivery.user and delivery.password.'
        : 'Ask the operator of the smart host.',
    );
  }
  return failed(
    `${result.step} failed: ${result.error.message}`.slice(0, 300),
    result.step === 'TLS'
      ? 'Its certificate must be valid for the name in delivery.host.'
      : 'Check delivery.host and delivery.port, and that your provider lets this port out.',
  );
}
