import { createOrganization, createTenant, dumpTenant } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

/** Rows of every table. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await operator.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await operator.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name}`,
    );
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

it('deletes an organization with everything that it owns, and nothing else', async () => {
  const kept = await createTenant(operator.pool);
  const before = await countRows();
  const ofKept = await dumpTenant(operator.pool, kept.organizationId);
  const { organizationId } = await createTenant(operator.pool);
  const counted = await operator.json<object>('organizations', 'delete', organizationId, '--dry-run');
  expect(counted).toMatchObject({ messages: 2, open_messages: 1, contacts: 1, domains: 1, dry_run: true });

  const deleted = await operator.json<object>('organizations', 'delete', organizationId, '--force');
  expect(deleted).toMatchObject({ id: organizationId, messages: 2, contacts: 1 });

  const after = await countRows();
  const more = Object.keys(after).filter((table) => after[table] !== before[table]);
  // Users, who belong to no organization; the entry of the deletion, an alias that is still to be removed from the DNS, and what mail is found and counted by, without any data.
  expect(more.sort()).toEqual([
    ...['audit_entries', 'content_terms', 'counted_events', 'message_terms', 'platform_mails'],
    ...['tracking_alias_removals', 'user_sessions', 'users'],
  ]);
  expect(await dumpTenant(operator.pool, kept.organizationId)).toEqual(ofKept);
  expect(await operator.json('audit', 'list', '--action', 'org.delete')).toEqual([
    expect.objectContaining({ actor: 'operator', name: 'olga', target_id: organizationId }),
  ]);
});

it('refuses while the organization is not paused, mail may still be sent, or it has clients', async () => {
  const { organizationId, emailId } = await createTenant(operator.pool);
  const attempt = () => operator.run('organizations', 'delete', organizationId);
  expect((await attempt()).stderr).toMatch(/not been paused for a minute.*\n1 messages may still be sent/);
  await operator.json('organizations', 'pause', organizationId, '--reason', 'contract ended');
  expect((await attempt()).stderr).toMatch(/not been paused for a minute/);
  await operator.pool.query(
    `UPDATE organizations SET sending_paused_at = now() - interval '2 minutes' WHERE id = $1`,
    [organizationId],
  );
  expect((await attempt()).stderr).toMatch(/^1 messages may still be sent/);
  await operator.pool.query(`UPDATE messages SET status = 'canceled', final_at = now() WHERE id = $1`, [
    emailId,
  ]);
  const client = await createOrganization(operator.pool, { parentOrganizationId: organizationId });
  expect(await attempt()).toMatchObject({
    exitCode: 1,
    stderr: 'It has 1 client organizations: delete them first.\n',
  });
  await operator.json('organizations', 'delete', client.id, '--force');
  expect((await attempt()).exitCode).toBe(0);
  expect((await operator.run('organizations', 'show', organizationId)).exitCode).toBe(1);
});
