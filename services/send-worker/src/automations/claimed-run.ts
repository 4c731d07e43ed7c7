/** A run in hand, as its row was when it was claimed or its last step was recorded. */
export interface ClaimedRun {
  readonly id: string;
  readonly organizationId: string;
  readonly automationId: string;
  /** Of the automation. */
  readonly slug: string;
  readonly version: number;
  readonly contactId: string;
  readonly eventId: string;
  /** Of the event that began it. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Of the step in hand. */
  readonly position: string;
  /** Steps taken so far. */
  readonly steps: number;
  /** Identity of the step in hand, committed before it is taken: the id of its message, or of its call. */
  readonly stepId: string;
  /** Tries of the step in hand so far. */
  readonly attempts: number;
  /** Workers that died with the step in hand. */
  readonly crashes: number;
  /** The step in hand is a wait, and has begun. */
  readonly isWaiting: boolean;
  /** The event that ended the wait. */
  readonly wokenBy: string | null;
  /** Of this claim alone. */
  readonly lease: string;
}
