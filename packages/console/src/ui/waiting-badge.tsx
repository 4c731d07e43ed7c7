import type { Waiting } from '../api/types';
import { waitingNames } from '../texts/waiting';
import { StatusBadge } from './badge';

/** Whether a person must act. */
export const waitingTones = { sender: 'warn', recipient: 'warn', platform: 'warn', none: 'active' } as const;

/** Why an email waits, in place of its status. */
export function WaitingBadge({ waiting: { cause, actor } }: { readonly waiting: Waiting }) {
  return <StatusBadge status={waitingNames[cause]} tone={waitingTones[actor]} />;
}
