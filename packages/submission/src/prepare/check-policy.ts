import { AppError, type Principal } from '@postrider/contracts';

/**
 * Holds on the organization. Test keys go on: what they send is simulated.
 * @throws AppError `sending_paused`, `under_review`
 */
export function checkPolicy(principal: Principal): void {
  if (principal.mode === 'test') return;
  if (principal.organization.underReviewAt !== null) throw new AppError('under_review');
  if (principal.organization.sendingPausedAt !== null) throw new AppError('sending_paused');
}
