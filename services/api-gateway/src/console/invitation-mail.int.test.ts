import type { IssuedInvitation, SignInResult } from '@postrider/contracts/console';
import { createDomain, createMember, createOrganization } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { startTestApi, type TestApi } from '../../test/test-api';

const domainName = 'mail.platform.example';

let api: TestApi;
let platformId: string;

beforeAll(async () => {
  const platformFrom = { header: `Postrider <alerts@${domainName}>`, domain: domainName };
  api = await startTestApi({ limits: { console: { platformFrom } } });
  ({ id: platformId } = await createOrganization(api.context.pool, { kind: 'internal' }));
});
afterAll(() => api.close());

interface Mail {
  readonly from_header: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly keep_content: boolean;
}

/** What the platform organization has accepted for an address. */
async function mailsTo(address: string): Promise<Mail[]> {
  const { rows } = await api.context.pool.query<Mail>(
    `SELECT m.from_header, r.address AS to, m.subject, c.text, m.keep_content
       FROM messages m JOIN message_contents c ON c.message_id = m.id JOIN recipients r ON r.message_id = m.id
      WHERE m.organization_id = $1 AND r.address = $2 ORDER BY m.id`,
    [platformId, address],
  );
  return rows;
}

it('is sent by the platform organization, and its link works once', async () => {
  const { id: organizationId } = await createOrganization(api.context.pool, { kind: 'client', name: 'Acme' });
  const owner = await createMember(api.context.pool, { organizationId, role: 'owner', name: 'Olivia' });
  const invite = (email: string) =>
    openBrowser(api, owner).post<IssuedInvitation>(
      '/invitations',
      { email, role: 'admin' },
      { organizationId },
    );
  // Before the platform has a domain, the link is there to copy.
  expect((await invite('early@acme.example')).body).toMatchObject({ is_sent: false, sent_at: null });
  await createDomain(api.context.pool, { organizationId: platformId, name: domainName });

  const { body } = await invite('grace@acme.example');
  expect(body).toMatchObject({ is_sent: true, sent_at: expect.any(String) });
  const [mail, ...more] = await mailsTo('grace@acme.example');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    from_header: `Postrider <alerts@${domainName}>`,
    subject: 'Invitation to Acme',
    text: expect.stringContaining('Olivia invited you to Acme'),
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
    { organization_id: organizationId, role: 'admin' },
  ]);
  expect((await accept()).refusal).toBe('422 invalid_invitation');
});
