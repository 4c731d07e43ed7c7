import { forgottenAddress } from '@postrider/db';
import { createMessage, createOrganization, insertRow } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

it('erases a person with a receipt, in one organization or in all that have the address', async () => {
  const address = 'jane@example.com';
  const ids: string[] = [];
  for (const slug of ['shop', 'other-shop', 'without-jane']) {
    const { id } = await createOrganization(operator.pool, { slug });
    ids.push(id);
    if (slug === 'without-jane') continue;
    const message = await createMessage(operator.pool, { organizationId: id, recipient: address });
    await insertRow(operator.pool, 'recipients', {
      ...{ message_id: message.id, ordinal: 0, organization_id: id, address, address_key: address },
      ...{ role: 'to', status: 'delivered', updated_at: new Date() },
    });
  }
  const counts = { contacts: 0, suppressions: 0, messages: 1, messages_open: 0, inbound_emails: 0 };
  const inShop = ['--organization', 'shop'];
  const dryRun = await operator.json('contacts', 'erase', 'Jane@Example.com', ...inShop, '--dry-run');
  expect(dryRun).toEqual([expect.objectContaining({ organization_id: ids[0], ...counts, dry_run: true })]);
  const [receipt] = await operator.json<object[]>('contacts', 'erase', address, ...inShop);
  const digest = forgottenAddress(String(ids[0]), address);
  expect(receipt).toMatchObject({ organization_id: ids[0], ...counts, digest });
  expect(await operator.json('contacts', 'erase', address, '--all-organizations')).toEqual([
    expect.objectContaining({ organization_id: ids[1], messages: 1 }),
  ]);
  expect(await operator.json('contacts', 'erase', address, '--all-organizations')).toEqual([]);
  expect((await operator.run('contacts', 'erase', address)).stderr).toMatch(/^Name one --organization/);
});
