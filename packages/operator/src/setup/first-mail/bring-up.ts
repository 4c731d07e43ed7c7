import type { DomainResource } from '@postrider/contracts/domains';
import { wait } from '@postrider/runtime';
import { dnsResolvers } from '../../config';
import { createKey, revokeKey } from '../../keys/keys.repository';
import type { Row } from '../../output/render-answer';
import type { Session } from '../../session';
import type { Answers } from '../answers/answers';
import { describeState, isBlocking, publishZone } from '../dns/publish-zone';
import { wantedZone } from '../dns/wanted-zone';
import type { PublicAddress } from '../machine/addresses';
import type { Report } from '../step';
import { ensureOrganization, ensureSources, inviteOwner } from './account';
import { createGateway, type Gateway } from './gateway';
import { sendFirstMail } from './send-first-mail';

interface BringUp {
  readonly answers: Answers;
  readonly outgoing: {
    readonly addresses: readonly PublicAddress[];
    /** Mail leaves from them by name, and not from what the system chooses. */
    readonly bindsThem: boolean;
  };
  /** Of the gateway. */
  readonly url: string;
  /** How long to wait for DNS. */
  readonly waitMs: number;
  readonly report: Report;
  readonly onDnsReady?: () => Promise<void>;
}

export interface BroughtUp extends Row {
  readonly is_complete: boolean;
}

/** With all services running: organization, first domain and its DNS, the owner's invitation, the first email. */
export async function bringUp(session: Session, options: BringUp): Promise<BroughtUp> {
  const { answers, report, outgoing, waitMs } = options;
  report.title('Organization');
  const { organizationId, isNew } = await ensureOrganization(session, answers);
  report.line(`${answers.organization} (${answers.slug})${isNew ? '' : ': there already'}`);
  const sources = outgoing.bindsThem ? await ensureSources(session, answers, outgoing.addresses) : [];
  for (const address of sources) report.line(`mail leaves from ${address}`);
  const account = { organizationId, url: options.url };

  const domain = await withGateway(session, account, (gateway) =>
    gateway.ensureDomain(answers.sending_domain),
  );
  const zone = wantedZone(answers, outgoing.addresses, domain);
  const wrong = await publishZone({ answers, zone, resolvers: dnsResolvers(), waitMs, report });
  const invitation = await inviteOwner(session, answers, organizationId);
  const answer = {
    console: `https://${answers.platform_host}/console`,
    invitation: invitation ?? `${answers.owner} has joined`,
    dns: wrong.length === 0 ? 'complete' : wrong.map(describeState),
  };
  if (wrong.some(isBlocking)) {
    return { ...answer, first_mail: 'waits for DNS: run postrider setup again', is_complete: false };
  }
  await options.onDnsReady?.();
  return withGateway(session, account, async (gateway) => ({
    ...answer,
    ...(await sendFrom(domain, gateway, { answers, report })),
  }));
}

/** With an API key of the organization that lasts as long as the work: seconds, since DNS is waited for without one. */
async function withGateway<T>(
  session: Session,
  { organizationId, url }: { readonly organizationId: string; readonly url: string },
  work: (gateway: Gateway) => Promise<T>,
): Promise<T> {
  const key = await createKey(session.pool(), organizationId, {
    ...{ name: 'postrider setup', mode: 'live', permission: 'ADMIN', operator: session.operator },
  });
  try {
    return await work(createGateway({ url, token: key.token }));
  } finally {
    await revokeKey(session.pool(), key.id, session.operator);
    await session.bumpCacheVersion(organizationId);
  }
}

async function sendFrom(
  { id, name }: DomainResource,
  gateway: Gateway,
  { answers, report }: Pick<BringUp, 'answers' | 'report'>,
): Promise<BroughtUp> {
  const { first_mail: to } = answers;
  if ((await verify(gateway, id)) !== 'verified') {
    const text = `waits until ${name} is verified: run postrider setup again in a few minutes`;
    return { first_mail: text, is_complete: false };
  }
  if (to === null) return { first_mail: 'none', is_complete: true };
  report.title(`First email to ${to}`);
  const { lines, id: email, kind } = await sendFirstMail(gateway, answers, to);
  for (const line of lines) report.line(line);
  return { first_mail: lines.join(' '), email, is_complete: kind === 'delivered' };
}

const verifyPollMs = 5_000;
const verifyTries = 12;

/** The gateway's resolver may remember for a while that a record was not there. */
async function verify(gateway: Gateway, id: string): Promise<DomainResource['status']> {
  for (let tries = 1; ; tries += 1) {
    const { status } = await gateway.verifyDomain(id);
    if (status === 'verified' || tries === verifyTries) return status;
    await wait(verifyPollMs);
  }
}
