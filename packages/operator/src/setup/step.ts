/** One part of the installation. */
export interface Step {
  readonly title: string;
  /** What `apply` would do, a line each. Empty: it is done already. */
  changes(): Promise<readonly string[]>;
  /** @returns what the operator has to know, a line each */
  apply(): Promise<readonly string[] | undefined>;
}

/** Prints what setup does, for people. */
export interface Report {
  title(text: string): void;
  line(text: string): void;
  finding(finding: Finding): void;
}

/** Of a check. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** What to do about it. */
  readonly advice?: string;
}
