import { nameInMail } from '@postrider/contracts/fields';
import { insertAuditEntry, insertNotice, type PoolClient } from '@postrider/db';
import type { AlertRule } from './alert-rule';

const disableSql = `
UPDATE signup_forms SET status = 'disabled', updated_at = now()
WHERE organization_id = $1 AND id = ANY($2::uuid[]) AND status = 'enabled'
RETURNING id, name, updated_at AS "updatedAt"`;

/** Disables signup forms whose signups would otherwise pause the organization. @returns those that were enabled */
export async function disableForms(
  client: PoolClient,
  { organizationId, kind }: AlertRule,
  forms: readonly string[],
): Promise<readonly string[]> {
  if (forms.length === 0) return [];
  const { rows } = await client.query<{ id: string; name: string; updatedAt: Date }>({
    name: 'alerts.disable-forms',
    text: disableSql,
    values: [organizationId, forms],
  });
  const what = kind === 'bounce' ? 'bounced' : 'was reported as spam';
  for (const { id, name, updatedAt } of rows) {
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'system', name: 'alert rule' },
      action: 'signup_form.update',
      target: { type: 'signup_form', id },
      before: { status: 'enabled' },
      after: { status: 'disabled', reason: `alert rule: ${kind}` },
    });
    await insertNotice(client, {
      organizationId,
      kind: 'signup_form_disabled',
      subject: `The signup form "${nameInMail(name)}" was disabled: too much of its email ${what}`,
      text: `Too much of the email to addresses that signed up with the form "${nameInMail(name)}" ${what}. The form is disabled; your other email is still sent. Check GET /signup-forms/{id}/requests for automated signups, then enable the form again.`,
      identity: `signup_form_disabled:${id}:${updatedAt.toISOString()}`,
    });
  }
  return rows.map(({ id }) => id);
}
