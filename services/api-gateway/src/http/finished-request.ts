/** What is known of an authenticated request once its answer is on its way: for the log line and the API log. */
export interface FinishedRequest {
  readonly requestId: string;
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Size of the metadata map that was sent, as JSON; null when there was none. */
  readonly metadataBytes: number | null;
  /** Fields of the body that the endpoint does not know, as the client was told; null: none. */
  readonly unknownFields: string | null;
}

/** Called once per authenticated request, after the answer; must not throw and must not make anyone wait. */
export type RequestObserver = (finished: FinishedRequest) => void;
