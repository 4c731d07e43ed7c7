import type { Attack } from './attack';
import { callAttacks } from './calls';
import { fieldAttacks } from './fields';
import { injectionAttacks, longAttacks, visibleAttacks } from './injections';
import { recipientAttacks } from './recipients';

/** The published set, as `attacks.json` has it. */
export const attacks: readonly Attack[] = [
  ...injectionAttacks,
  ...longAttacks,
  ...recipientAttacks,
  ...fieldAttacks,
  ...callAttacks,
  ...visibleAttacks,
];
