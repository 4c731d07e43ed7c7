import { defaultAlertRules } from '@postrider/contracts/alerts';
import { newId } from '@postrider/contracts/ids';
import { createEmailEvent, createMessage, createOrganization, useTestContext } from '@postrider/testkit';
import { createLogger } from '@postrider/runtime';
import { evaluateRules } from './evaluate-rules';
import { reportersOf } from './weigh-reports';

let organizationId: string;
let formId: string;
const now = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`);
const log = createLogger({ name: 'strangers test', level: 'silent' });

const context = useTestContext();
beforeEach(async () => {
  await context.pool.query('UPDATE alert_rules SET enabled = false');
  organizationId = (await createOrganization(context.pool)).id;
  formId = newId();
  await context.pool.query(`UPDATE organizations SET alert_email = 'owner@example.test' WHERE id = $1`, [
    organizationId,
  ]);
  await context.pool.query(
    `INSERT INTO signup_forms (id, organization_id, name, domain_id, api_key_id, from_header, fields, updated_at)
     VALUES ($1, $2, 'Footer', $3, $3, 'a@b.test', '{}', $4)`,
    [formId, organizationId, newId(), new Date(now.getTime() - 86_400_000)],
  );
  for (const { kind, warnRate, pauseRate, minimum, windowMinutes } of defaultAlertRules) {
    await context.pool.query(
      `INSERT INTO alert_rules (id, organization_id, kind, warn_rate, pause_rate, minimum, window_minutes)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), organizationId, kind, warnRate, pauseRate, minimum, windowMinutes],
    );
  }
});

type ReportType = 'bounced' | 'complained';
const evaluate = () => evaluateRules({ pool: context.pool, clock: { now: () => now }, log });

/** A mail to one address that was sent, and perhaps reported. Counted as metrics-aggregator counts. */
async function mail(
  recipient: string,
  report: ReportType | null,
  { source = 'api', identity }: { source?: 'api' | 'form'; identity?: string } = {},
): Promise<string> {
  const createdAt = new Date(now.getTime() - 600_000);
  const message = await createMessage(context.pool, { organizationId, source, recipient, createdAt });
  await createEmailEvent(context.pool, message, { type: 'sent', recordedAt: createdAt });
  if (report !== null) {
    await createEmailEvent(context.pool, message, {
      ...{ type: report, recordedAt: createdAt },
      ...(identity !== undefined && { identity }),
    });
  }
  await context.pool.query(
    `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, bounced_hard, complained)
     VALUES ($1, $2, $3::date, 'total', '', 1, $4, $5)`,
    [
      ...[organizationId, newId(), now.toISOString().slice(0, 10)],
      ...[report === 'bounced' ? 1 : 0, report === 'complained' ? 1 : 0],
    ],
  );
  return message.id;
}

async function mails(
  number: number,
  report: ReportType | null,
  name: (index: number) => string,
): Promise<void> {
  for (let index = 0; index < number; index += 1) await mail(name(index), report);
}

async function signUp(address: string, messageId: string, { isConfirmed = false } = {}): Promise<void> {
  const at = new Date(now.getTime() - 3_600_000);
  await context.pool.query(
    `INSERT INTO signup_requests (id, form_id, organization_id, email, email_key, topics, token_hash, ip_address,
       client_network, language, message_id, created_at, expires_at, confirmed_at)
     VALUES ($1, $2, $3, $4, $4, '{}', $5, '192.0.2.1', '192.0.2.1', 'en', $6, $7, $7, $8)`,
    [newId(), formId, organizationId, address, Buffer.from(newId()), messageId, at, isConfirmed ? at : null],
  );
}

async function state() {
  const { rows } = await context.pool.query<{ isPaused: boolean; form: string; alerts: string[] }>(
    `SELECT o.sending_paused_at IS NOT NULL AS "isPaused", f.status AS form,
       ARRAY(SELECT r.kind || ' ' || a.level FROM alerts a JOIN alert_rules r ON r.id = a.rule_id
             WHERE a.organization_id = o.id ORDER BY 1) AS alerts
     FROM organizations o JOIN signup_forms f ON f.organization_id = o.id WHERE o.id = $1`,
    [organizationId],
  );
  return rows[0];
}

describe.each<[ReportType, string]>([
  ['complained', 'complaint'],
  ['bounced', 'bounce'],
])('ten own addresses that %s', (report, rule) => {
  beforeEach(() => mails(100, null, (index) => `reader${index}@gmail.com`));

  it('on their signup confirmations disable the form and leave the organization sending', async () => {
    for (let index = 0; index < 10; index += 1) {
      const address = `mallory${index}@outlook.com`;
      await signUp(address, await mail(address, report, { source: 'form' }));
    }
    expect(await evaluate()).toEqual([]);
    expect(await state()).toEqual({ isPaused: false, form: 'disabled', alerts: [`${rule} warn`] });
    const { rows } = await context.pool.query<{ kind: string }>(
      'SELECT kind FROM notices WHERE organization_id = $1 ORDER BY kind',
      [organizationId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual([`alert_${rule}`, 'signup_form_disabled']);
  });

  it('on other mail, right after they confirmed, do the same; a form that is enabled again starts afresh', async () => {
    for (let index = 0; index < 10; index += 1) {
      const address = `mallory${index}@outlook.com`;
      await signUp(address, newId(), { isConfirmed: true });
      await mail(address, report);
    }
    expect(await evaluate()).toEqual([]);
    expect(await state()).toMatchObject({ isPaused: false, form: 'disabled' });
    await context.pool.query(`UPDATE signup_forms SET status = 'enabled', updated_at = $2 WHERE id = $1`, [
      formId,
      now,
    ]);
    expect(await evaluate()).toEqual([]);
    expect(await state()).toMatchObject({ isPaused: false, form: 'enabled' });
  });

  it('at one domain, or with one mailbox behind all, warn and pause nothing', async () => {
    await mails(5, report, (index) => `mallory${index}@own.example`);
    await mails(5, report, (index) => `mallory+${index}@gmail.com`);
    expect(await evaluate()).toEqual([]);
    expect(await state()).toEqual({ isPaused: false, form: 'enabled', alerts: [`${rule} warn`] });
  });

  it('do not count like ten readers, who pause the organization', async () => {
    await mails(10, report, (index) => `annoyed${index}@gmail.com`);
    expect(await evaluate()).toEqual([organizationId]);
    expect(await state()).toEqual({ isPaused: true, form: 'enabled', alerts: [`${rule} pause`] });
  });
});

it('complaints without proof warn and pause nothing', async () => {
  await mails(100, null, (index) => `reader${index}@gmail.com`);
  for (let index = 0; index < 10; index += 1) {
    await mail(`annoyed${index}@gmail.com`, 'complained', { identity: 'unproven' });
  }
  expect(await evaluate()).toEqual([]);
  expect(await state()).toEqual({ isPaused: false, form: 'enabled', alerts: ['complaint warn'] });
});

it('reporters are mailboxes of public providers, and domains of all others', () => {
  const reports = [
    'a@gmail.com',
    'a+1@gmail.com',
    'b@gmail.com',
    'a@own.example',
    'b@mx.own.example',
    'a@else.example',
  ];
  expect(reportersOf(reports.map((address) => ({ address })))).toEqual(
    new Set(['a@gmail.com', 'b@gmail.com', 'own.example', 'else.example']),
  );
});
