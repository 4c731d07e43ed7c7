import type { IssuedInvitation, SignInResult } from '@postrider/contracts/console';
import {
  createMember,
  createOrganization,
  type MemberFixture,
  type OrganizationOverrides,
} from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const domainName = 'mail.platform.example';
const minuteMs = 60_000;

const clock = createTurnedClock();

const platformFrom = { header: `Postrider <alerts@${domainName}>`, domain: domainName };
const api = useApi({ clock, limits: { console: { platformFrom } }, shared: true });

interface Mail {
  readonly from_header: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly keep_content: boolean;
}

/** What the platform organization has accepted for an address. */
async function mailsTo(address: string): Promise<Mail[]> {
  const { rows } = await api.pool.query<Mail>(
    `SELECT m.from_header, r.address AS to, m.subject, c.text, m.keep_content
       FROM messages m JOIN message_contents c ON c.message_id = m.id JOIN recipients r ON r.message_id = m.id
      WHERE m.organization_id = $1 AND r.address = $2 ORDER BY m.id`,
    [api.organizationId, address],
  );
  return rows;
}

type Member = Partial<Parameters<typeof createMember>[1]>;
const approvedAt = new Date();

async function openOrganization(organization: OrganizationOverrides = {}, member: Member = {}) {
  const { id: organizationId } = await createOrganization(api.pool, {
    ...{ kind: 'client', name: 'Acme', approvedAt },
    ...organization,
  });
  const authenticatedAt = clock.now();
  return createMember(api.pool, { organizationId, role: 'owner', authenticatedAt, ...member });
}

const post = <Body>(by: MemberFixture, path: string, body?: object): Promise<Answer<Body>> =>
  openBrowser(api, by).post<Body>(path, body, { organizationId: by.organizationId });
const invite = (by: MemberFixture, email: string, body: object = {}) =>
  post<IssuedInvitation>(by, '/invitations', { email, role: 'admin', ...body });
const resend = (by: MemberFixture, id: string) => post<IssuedInvitation>(by, `/invitations/${id}/resend`);
const revoke = (by: MemberFixture, id: string) =>
  openBrowser(api, by).send('DELETE', `/invitations/${id}`, { organizationId: by.organizationId });
const messageOf = ({ body }: Answer<unknown>) => (body as { error: { message: string } }).error.message;

it('an invitation is sent by the platform organization, and its link works once', async () => {
  const owner = await openOrganization({}, { name: 'Olivia' });
  // Before the platform has a domain, the link is there to copy, and nothing counts.
  expect((await invite(owner, 'early@acme.example')).body).toMatchObject({ is_sent: false, sent_at: null });
  await api.createDomain({ name: domainName });

  const { body } = await invite(owner, 'grace@acme.example');
  expect(body).toMatchObject({ is_sent: true, sent_at: expect.any(String) });
  const [mail, ...more] = await mailsTo('grace@acme.example');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    from_header: `Postrider <alerts@${domainName}>`,
    subject: 'Invitation to Acme',
    text: expect.stringContaining('"Olivia" invited you to the organization "Acme"'),
    keep_content: false,
  });
  const [link = ''] = /https:\S+/.exec(mail?.text ?? '') ?? [];
  expect(link).toBe(body.url);
  const [, token] = link.split('#');
  const accept = () =>
    openBrowser(api).post<SignInResult>('/invitations/accept', {
      ...{ token, name: 'Grace', password: 'paper lantern river seventeen' },
    });
  expect((await accept()).body.session?.organizations).toMatchObject([
    { organization_id: owner.organizationId, role: 'admin' },
  ]);
  expect((await accept()).refusal).toBe('422 invalid_invitation');
});

describe('limits', () => {
  it('outlive the invitation: one mail a minute and five a day to an address', async () => {
    const owner = await openOrganization();
    const sent: (string | boolean)[] = [];
    for (const email of ['v@limits.example', 'V+tag@limits.example', ' v+x@LIMITS.example']) {
      const { refusal, body } = await invite(owner, email);
      sent.push(refusal ?? body.is_sent);
      if (refusal === null) await revoke(owner, body.id);
    }
    expect(sent).toEqual([true, '429 rate_limited', '429 rate_limited']);
    for (let count = 2; count <= 5; count += 1) {
      clock.forward(minuteMs);
      const { body } = await invite(owner, 'v@limits.example');
      expect(body.is_sent).toBe(true);
      await revoke(owner, body.id);
    }
    clock.forward(minuteMs);
    const refused = await invite(owner, 'v@limits.example');
    expect(refused.refusal).toBe('429 rate_limited');
    expect(messageOf(refused)).toBe('The limit is 5 invitations to this address a day.');
    const waitSeconds = Number(refused.headers.get('retry-after'));
    // The clock continues while the test runs.
    expect(waitSeconds).toBeLessThanOrEqual(86_400 - 5 * 60);
    expect(waitSeconds).toBeGreaterThan(86_400 - 7 * 60);
    // Nothing was stored, so the address can be invited without mail.
    expect((await invite(owner, 'v@limits.example', { send_email: false })).status).toBe(201);
    expect(await mailsTo('v@limits.example')).toHaveLength(5);
  });

  it('hold exactly for 40 requests at once', async () => {
    const owner = await openOrganization();
    const { body } = await invite(owner, 'once@limits.example');
    clock.forward(minuteMs);
    const answers = await Promise.all(Array.from({ length: 40 }, () => resend(owner, body.id)));
    const refusals = answers.map(({ refusal, status }) => refusal ?? status).toSorted();
    expect(refusals).toEqual([200, ...Array<string>(39).fill('429 rate_limited')]);
    expect(await mailsTo('once@limits.example')).toHaveLength(2);
    // A refused resend leaves the link of the last mail valid.
    const [, token] = (answers.find(({ status }) => status === 200)?.body.url ?? '').split('#');
    expect((await openBrowser(api).post('/invitations/read', { token })).status).toBe(200);
  });

  it('count all organizations that write to an address, also at once', async () => {
    const owners = await Promise.all(Array.from({ length: 14 }, () => openOrganization()));
    const answers = await Promise.all(owners.map((owner) => invite(owner, 'famous@limits.example')));
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(10);
    expect(answers.filter(({ refusal }) => refusal === '429 rate_limited')).toHaveLength(4);
    expect(await mailsTo('famous@limits.example')).toHaveLength(10);
  });

  it('count all invitations of an organization, by any admin and to any address', async () => {
    const owner = await openOrganization();
    await api.pool.query(
      `INSERT INTO platform_mails (id, kind, organization_id, mailbox_hash, created_at)
       SELECT gen_random_uuid(), 'invitation', $1, sha256(n::text::bytea), $2 FROM generate_series(1, 97) n`,
      [owner.organizationId, clock.now()],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => invite(owner, `a${index}@limits.example`)),
    );
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(3);
    expect(messageOf(answers.find(({ refusal }) => refusal !== null) as Answer<unknown>)).toBe(
      'The limit is 100 invitations of the organization a day.',
    );
  });
});

describe('an organization that may not send', () => {
  const day = new Date('2026-01-01');
  it.each([
    ['is paused', { sendingPausedAt: day }, '403 sending_paused'],
    ['is under review', { underReviewAt: day }, '403 under_review'],
    ['is internal and paused', { kind: 'internal', sendingPausedAt: day }, '403 sending_paused'],
  ] as const)('sends no invitation while it %s', async (_, organization, refusal) => {
    const owner = await openOrganization(organization);
    const refused = await invite(owner, 'held@acme.example');
    expect(refused.refusal).toBe(refusal);
    expect(messageOf(refused)).toContain('share the link yourself');
    const { body } = await invite(owner, 'held@acme.example', { send_email: false });
    expect(body.url).toContain('#');
    expect((await resend(owner, body.id)).refusal).toBe(refusal);
    expect(await mailsTo('held@acme.example')).toEqual([]);
  });

  it('gets no first owner by mail while it is paused, and none from a parent that is', async () => {
    const partner = await openOrganization({ kind: 'internal' });
    const first = async (client: OrganizationOverrides) => {
      const { id } = await createOrganization(api.pool, {
        ...{ kind: 'client', parentOrganizationId: partner.organizationId },
        ...client,
      });
      return post(partner, `/organizations/${id}/invitations`, { email: `${id}@globex.example` });
    };
    // A new client is not approved yet: its parent answers for it.
    expect((await first({})).status).toBe(201);
    expect((await first({ sendingPausedAt: day })).refusal).toBe('403 sending_paused');
    expect((await first({ underReviewAt: day })).refusal).toBe('403 under_review');
    await api.pool.query('UPDATE organizations SET sending_paused_at = now() WHERE id = $1', [
      partner.organizationId,
    ]);
    expect((await first({})).refusal).toBe('403 sending_paused');
  });

  it('sends no invitation before it is approved', async () => {
    const owner = await openOrganization();
    await api.pool.query('UPDATE organizations SET approved_at = NULL WHERE id = $1', [owner.organizationId]);
    const refused = await invite(owner, 'early@globex.example');
    expect(refused.refusal).toBe('403 under_review');
    expect(messageOf(refused)).toContain('not approved yet');
  });
});

it('its mail shows names without links and line breaks', async () => {
  const name = 'Acme\r\nyour account is locked, go to https://evil.example/login';
  const owner = await openOrganization({ name }, { name: 'www.evil.example\u202E\u200B' });
  await invite(owner, 'names@acme.example');
  const [mail] = await mailsTo('names@acme.example');
  expect(mail?.subject).toBe('Invitation to Acme your account is locked, go to https: evil[.]example/login');
  expect(mail?.text).toContain('"www[.]evil[.]example" invited you');
  expect(mail?.text.match(/https?:\/\/\S+|\b[\w-]+\.example\b/g)).toEqual([
    expect.stringContaining('/console/invitation#'),
  ]);
});

it.each([
  'gr\u200Bace@acme.example',
  'gr\u0430ce@acme.example',
  'grace@\u0430cme.example',
  'ｇrace@acme.example',
])('refuses to invite the look-alike address %j', async (email) => {
  const answer = await invite(await openOrganization(), email);
  expect(answer.refusal).toBe('422 validation_error');
  expect(messageOf(answer)).toMatch(/^email: must not/);
});
