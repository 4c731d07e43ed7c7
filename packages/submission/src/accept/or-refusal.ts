import { AppError } from '@postrider/contracts';

/** What the work comes to, a refusal included: that is an answer, which may still be looked at. */
export function orRefusal<T>(work: () => T): T | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
