import { createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

it('pauses all organizations with a reason, and resumes only those', async () => {
  const before = await createOrganization(operator.pool, { slug: 'paused-before' });
  await createOrganization(operator.pool, { slug: 'sending' });
  await operator.json('organizations', 'pause', before.id, '--reason', 'too many bounces');
  const { sending } = (await operator.rowOf<{ sending: number }>(
    'SELECT count(*)::int AS sending FROM organizations WHERE sending_paused_at IS NULL',
    [],
  )) ?? { sending: 0 };
  const show = (slug: string) => operator.json('organizations', 'show', slug);
  const reason = ['--reason', 'the key of the platform leaked'];
  expect(await operator.json('organizations', 'pause-all', ...reason, '--dry-run')).toEqual({
    paused: sending,
    dry_run: true,
  });
  expect(await show('sending')).toMatchObject({ sending_paused_at: null });

  expect(await operator.json('organizations', 'pause-all', ...reason)).toEqual({ paused: sending });
  expect(await show('sending')).toMatchObject({ sending_paused_reason: 'the key of the platform leaked' });
  expect(await show('paused-before')).toMatchObject({ sending_paused_reason: 'too many bounces' });
  expect(await operator.json('organizations', 'pause-all', ...reason)).toEqual({ paused: 0 });

  expect(await operator.json('organizations', 'resume-all', '--reason', 'another')).toEqual({ resumed: 0 });
  expect(await operator.json('organizations', 'resume-all', ...reason)).toEqual({ resumed: sending });
  expect(await show('sending')).toMatchObject({ sending_paused_at: null, sending_paused_reason: null });
  expect(await show('paused-before')).toMatchObject({ sending_paused_reason: 'too many bounces' });
  expect(await operator.json('audit', 'list', '--organization', 'sending')).toMatchObject([
    { action: 'org.resume', name: 'olga' },
    { action: 'org.pause', name: 'olga', after: { sending_paused_reason: 'the key of the platform leaked' } },
  ]);
});
