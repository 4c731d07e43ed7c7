import { AppError } from '@postrider/contracts';
import { isUniqueViolation } from '@postrider/db';

/** Of a template's unique columns only the slug is a caller's choice. @throws AppError `slug_taken` */
export async function withFreeSlug<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('slug_taken', 'Another template has this slug.');
    throw error;
  }
}
