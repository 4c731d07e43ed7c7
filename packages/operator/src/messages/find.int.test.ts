import { newId } from '@postrider/contracts/ids';
import { createDomain, createMessage, createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

async function mailTo(address: string, organizationId: string): Promise<string> {
  const domain = await createDomain(operator.pool, { organizationId });
  const { id } = await createMessage(operator.pool, {
    organizationId,
    domainId: domain.id,
    status: 'queued',
  });
  await operator.pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     VALUES ($1, 0, $2, $3, $4, 'bcc', 'queued', now())`,
    [id, organizationId, address, address.toLowerCase()],
  );
  return id;
}

it('finds mail to an address in all organizations or in one, newest first', async () => {
  const [shop, bank] = [await createOrganization(operator.pool), await createOrganization(operator.pool)];
  const address = `Jane.${newId()}@x.test`;
  const older = await mailTo(address, shop.id);
  const newer = await mailTo(address, bank.id);
  await mailTo('other@x.test', bank.id);
  const find = (...options: string[]) =>
    operator.json<{ id: string }[]>('messages', 'find', '--recipient', address.toUpperCase(), ...options);
  const found = await find();
  expect(found).toMatchObject([
    { id: newer, organization: bank.slug, recipient: address, role: 'bcc', recipient_status: 'queued' },
    { id: older, organization: shop.slug },
  ]);
  expect(found[0]).not.toHaveProperty('subject');
  expect(await find('--limit', '1')).toMatchObject([{ id: newer }]);
  expect(await find('--organization', shop.slug)).toMatchObject([{ id: older }]);
  expect(await find('--since', '2099-01-01T00:00:00Z')).toEqual([]);
  expect(await find('--until', '2001-01-01T00:00:00Z')).toEqual([]);
});
