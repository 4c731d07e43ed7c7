export interface RecordVerdict {
  readonly status: 'verified' | 'missing' | 'mismatch';
  /** For the owner of the domain: what is wrong. */
  readonly error?: string;
}
