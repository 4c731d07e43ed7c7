/** What the fake answers to a request. */
export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const refusal = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  body: { error: { code, message } },
});

/** Ends a request with this answer. */
export class Refused extends Error {
  constructor(readonly answer: FakeAnswer) {
    super('refused');
  }
}

export const refuse = (status: number, code: string, message: string): Refused =>
  new Refused(refusal(status, code, message));
