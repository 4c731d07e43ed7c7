import type { EmailResource, SendEmailResponse } from '@postrider/contracts/emails';
import { createApiKey, createDomain, createOrganization, eventually } from '@postrider/testkit';
import type { Api } from '../system/api';
import { platformDomain, running } from './running-system';

const alertEmail = 'owner@client.test';

/** A client organization as the partner API makes it: not approved yet. */
async function createClient(): Promise<{ api: Api; from: string }> {
  const system = running();
  const { pool, secrets } = system;
  const { id } = await createOrganization(pool, { kind: 'client', plan: 'free' });
  await pool.query('UPDATE organizations SET alert_email = $2 WHERE id = $1', [id, alertEmail]);
  const { name } = await createDomain(pool, { organizationId: id, masterKey: secrets.masterKey });
  const key = await createApiKey(pool, { organizationId: id });
  return { api: system.api(key.token), from: `hello@${name}` };
}

/** The platform's own organization and domain, from which notices leave. */
async function createPlatform(): Promise<void> {
  const { pool, secrets } = running();
  const { id } = await createOrganization(pool, { name: 'Platform' });
  await createDomain(pool, { organizationId: id, name: platformDomain, masterKey: secrets.masterKey });
}

export function trust(): void {
  test('the first mail of a client organization is screened: clean mail leaves, phishing holds it, and it gets a notice', async () => {
    await createPlatform();
    const { api, from } = await createClient();
    const mail = { from, to: 'jane@recipients.test', subject: 'Welcome', text: 'Good to have you here.' };
    const clean = await api.send(mail);
    await eventually(async () => (await api.email(clean.id)).last_event === 'delivered');

    const phish: SendEmailResponse = await api.send({ ...mail, from: `PayPal Service <${from}>` });
    const next = async () =>
      (await api.request<{ error?: { code: string } }>('POST', '/emails', { body: mail })).body;
    await eventually(async () => (await next()).error?.code === 'under_review');
    const held: EmailResource = await api.email(phish.id);
    expect([held.last_event, held.events.map(({ type }) => type)]).toEqual(['queued', ['queued']]);

    const notice = await eventually(
      () => running().world.sink.messages.find(({ to, accepted }) => accepted && to.includes(alertEmail)),
      { what: 'the notice' },
    );
    const text = notice?.raw.toString('latin1');
    expect(text).toMatch(/^Subject: Your sending is under review/m);
    expect(text).toMatch(new RegExp(`^From: Postrider <alerts@${platformDomain}>`, 'm'));
    expect(text).toMatch(/^Auto-Submitted: auto-generated/m);
  });
}
