import type { Row } from '../output/render-answer';

/** `missing`: a recommended record is not there. */
export interface DoctorRow extends Row {
  readonly check: string;
  readonly name: string;
  readonly state: 'ok' | 'missing' | 'wrong' | 'unknown';
  readonly detail: string;
}
