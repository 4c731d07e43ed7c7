/**
 * Why a destination did not take a message. `platform`: it turned our own login away, so it never judged the message.
 * `failureClasses` of `@postrider/contracts` says what each means for the sender.
 */
export type FailureClass =
  | 'recipient'
  | 'domain'
  | 'inactive'
  | 'full'
  | 'no_answer'
  | 'routing'
  | 'auth'
  | 'policy'
  | 'block'
  | 'rate'
  | 'content'
  | 'size'
  | 'system'
  | 'platform'
  | 'other';

export type BounceType = 'hard' | 'soft' | 'undetermined';

/**
 * Why an address gets no more mail: `hard_bounce` when its mailbox is gone for good, `validation` when its domain takes
 * no mail at all, which its owner can change any day.
 */
export type BounceSuppression = 'hard_bounce' | 'validation';

/** Hard only where the address itself is bad; an unknown reason proves nothing. */
export function bounceTypeOf(failure: FailureClass): BounceType {
  if (failure === 'other') return 'undetermined';
  return failure === 'recipient' || failure === 'domain' || failure === 'inactive' ? 'hard' : 'soft';
}
