import { AppError } from '@postrider/contracts';
import type { Sender } from '../sender';

/**
 * Holds on the organization. Test keys go on: what they send is simulated.
 * @throws AppError `sending_paused`, `under_review`
 */
export function checkPolicy(sender: Sender): void {
  if (sender.mode === 'test') return;
  if (sender.organization.underReviewAt !== null) throw new AppError('under_review');
  if (sender.organization.sendingPausedAt !== null) throw new AppError('sending_paused');
}
