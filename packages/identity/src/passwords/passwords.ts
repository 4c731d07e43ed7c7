import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@postrider/contracts/errors';
import { createSemaphore } from '@postrider/runtime';

/** Who asks for a hash: networks take turns, and known devices go first and are never turned away. */
export interface HashingTurn {
  readonly network: string;
  readonly isKnownDevice: boolean;
}

export interface Passwords {
  /** In PHC format. @throws AppError `rate_limited` when too many wait */
  hash(password: string, turn: HashingTurn): Promise<string>;
  /**
   * Takes as long for a user without a password, or for no user at all.
   * @throws AppError `rate_limited` when too many wait
   */
  verify(passwordHash: string | null, password: string, turn: HashingTurn): Promise<boolean>;
}

/** The `Algorithm` of @node-rs/argon2 is a const enum, which isolated modules cannot read. */
const argon2id = 2;
/** OWASP's minimum for Argon2id; 57 ms of one core, measured. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of a random password that was never stored, with the same parameters. */
const noPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$Yw3JfWnHyJD6Jm8yGqC7m0yHkWcTqR5xGm9QkM1yT0E';
/** Six seconds of hashing: who waits longer has given up. */
const waitingMax = 100;

/**
 * One hash at a time: a flood of sign-ins takes one thread of the gateway and no more, so sends go on.
 */
export function createPasswords(): Passwords {
  const semaphore = createSemaphore({ permits: 1, priorities: 2 });
  let waiting = 0;
  const inTurn = async <T>({ network, isKnownDevice }: HashingTurn, work: () => Promise<T>): Promise<T> => {
    if (!isKnownDevice && waiting >= waitingMax) {
      throw new AppError('rate_limited', 'Too many sign-ins at the same time. Try again.', {
        retryAfterSeconds: 5,
      });
    }
    waiting += 1;
    try {
      return await semaphore.run({ owner: network, priority: isKnownDevice ? 0 : 1 }, work);
    } finally {
      waiting -= 1;
    }
  };
  return {
    hash: (password, turn) => inTurn(turn, () => hash(normalized(password), parameters)),
    verify: (passwordHash, password, turn) =>
      inTurn(turn, async () => {
        const isRight = await verify(passwordHash ?? noPasswordHash, normalized(password));
        return isRight && passwordHash !== null;
      }),
  };
}

/** One spelling of what keyboards write in several ways (NIST SP 800-63B). */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
