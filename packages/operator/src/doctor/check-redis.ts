import type { Session } from '../session';
import type { DoctorRow } from './doctor-row';

/** Redis must not delete keys when its memory is full. */
export async function checkRedis(session: Session): Promise<DoctorRow> {
  const row = { check: 'redis', name: 'maxmemory-policy' };
  try {
    const { readEvictionPolicies } = await import('@postrider/messaging');
    const policies = await readEvictionPolicies(await session.redis());
    if (policies.length === 0) return { ...row, state: 'ok', detail: 'noeviction' };
    const detail = `is ${policies.join(', ')}: Redis deletes keys when its memory is full. Set it to noeviction`;
    return { ...row, state: 'wrong', detail };
  } catch {
    return { ...row, state: 'unknown', detail: 'Redis does not answer' };
  }
}
