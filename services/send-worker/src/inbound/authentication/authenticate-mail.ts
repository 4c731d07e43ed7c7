import type { InboundAuthentication } from '@postrider/contracts/inbound';
import { promises as dns } from 'node:dns';
import { errorCode, formatHostPort, type HostPort, type Logger, type ThreadPool } from '@postrider/runtime';
import { spf } from 'mailauth/lib/spf';
import type { InboundMail } from '../inbound-handler';
import type { checkMail, DnsAnswer, DnsQuestion } from './check-mail';

/** Never rejects: what cannot be found out in time is `temperror`. */
export type AuthenticateMail = (mail: InboundMail) => Promise<InboundAuthentication>;

export interface AuthenticateMailOptions {
  readonly threads: ThreadPool;
  /** Empty: the system's. */
  readonly dnsServers: readonly HostPort[];
  readonly hostName: string;
  /** Of one pass in a thread; the largest mail takes 0.3 s. */
  readonly timeLimitMs: number;
  readonly log: Logger;
  /** For all that DNS is asked about one mail. */
  readonly dnsTimeoutMs?: number;
}

const defaultDnsTimeoutMs = 8_000;
const queryTimeoutMs = 2_000;
const queryTries = 2;
/** The first finds out what there is to ask; the policy of a parent domain, or of one that signed, may take another. */
const passesMax = 4;
const questionsMax = 120;

const unknown: InboundAuthentication = {
  spf: { result: 'temperror', domain: null },
  dkim: { result: 'temperror', signatures: [] },
  dmarc: { result: 'temperror', domain: null },
};

/**
 * Finds out who a mail is from: threads do the work with the answers that there are, and say what they lack; this process
 * asks DNS for that, all at a time.
 */
export function createAuthenticateMail(options: AuthenticateMailOptions): AuthenticateMail {
  const { threads, dnsServers, hostName, log, dnsTimeoutMs = defaultDnsTimeoutMs } = options;
  const resolver = new dns.Resolver({ timeout: queryTimeoutMs, tries: queryTries });
  if (dnsServers.length > 0) resolver.setServers(dnsServers.map(formatHostPort));
  const check = threads.work<typeof checkMail>({
    file: require.resolve('./check-mail.task'),
    name: 'checkMail',
    timeLimitMs: options.timeLimitMs,
  });

  const authenticate = async (mail: InboundMail): Promise<InboundAuthentication> => {
    const { mailFrom, clientAddress, clientName, chargedTo } = mail;
    const questions = createQuestions(resolver, dnsTimeoutMs);
    for (let passes = 1; ; passes += 1) {
      const { authentication, missing } = await check(
        { raw: mail.raw, mailFrom, clientAddress, clientName, hostName, answers: questions.answers },
        { organizationId: chargedTo },
      );
      if (missing.length === 0 || passes === passesMax || questions.isOver()) return authentication;
      // One look-up leads to the next, with a limit that the library counts.
      const identity = { sender: mailFrom, ip: clientAddress, helo: clientName, mta: hostName };
      const chain = passes === 1 ? [spf({ ...identity, resolver: questions.resolve })] : [];
      await questions.all([...chain, ...missing.flatMap(withParents).map(questions.ask)]);
    }
  };

  return (mail) =>
    authenticate(mail).catch((error: unknown) => {
      log.warn({ err: error, inbound_spool_id: mail.id }, 'who a mail is from was not found out');
      return unknown;
    });
}

/** A policy may stand at a parent (RFC 7489 section 6.6.3): asked at once, it saves a pass. */
function withParents(question: DnsQuestion): DnsQuestion[] {
  const policy = /^TXT _dmarc\.(.+)$/.exec(question)?.[1];
  if (policy === undefined) return [question];
  const labels = policy.split('.').slice(-5);
  return [
    question,
    ...labels.slice(1, -1).map((_label, i): DnsQuestion => `TXT _dmarc.${labels.slice(i + 1).join('.')}`),
  ];
}

interface Questions {
  readonly answers: ReadonlyMap<DnsQuestion, DnsAnswer>;
  readonly ask: (question: DnsQuestion) => Promise<unknown>;
  readonly resolve: (name: string, type: string) => Promise<string[]>;
  /** Resolves when all have ended, or time is over. */
  readonly all: (work: readonly Promise<unknown>[]) => Promise<void>;
  readonly isOver: () => boolean;
}

/** Asks each question once, within the time that a mail has. */
function createQuestions(resolver: dns.Resolver, timeoutMs: number): Questions {
  const answers = new Map<DnsQuestion, DnsAnswer>();
  const asked = new Map<DnsQuestion, Promise<string[]>>();
  const endsAtMs = performance.now() + timeoutMs;
  const isOver = (): boolean => performance.now() >= endsAtMs;

  const resolve = (name: string, type: string): Promise<string[]> => {
    const question: DnsQuestion = `${type} ${name}`;
    const before = asked.get(question);
    if (before !== undefined) return before;
    if (asked.size >= questionsMax || isOver()) return Promise.reject(new Error('too much to ask'));
    const answer = resolver.resolve(name, type) as Promise<string[]>;
    asked.set(question, answer);
    answer.then(
      (records) => answers.set(question, { records }),
      (error: unknown) => answers.set(question, { code: errorCode(error) }),
    );
    return answer;
  };

  return {
    answers,
    resolve,
    isOver,
    ask: (question) => {
      const [type = '', ...name] = question.split(' ');
      return resolve(name.join(' '), type);
    },
    all: async (work) => {
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((done) => {
        timer = setTimeout(done, Math.max(0, endsAtMs - performance.now()));
      });
      await Promise.race([Promise.allSettled(work), over]);
      clearTimeout(timer);
    },
  };
}
