/** A request of the public API. */
export interface CurlRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** The page of the documentation that describes it. */
  readonly docs: string;
}

/** The request for a shell; the key comes from a variable, never from the console. */
export function curlOf({ method = 'GET', path, query = {}, body }: CurlRequest): string {
  const filters = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const search = filters.length === 0 ? '' : `?${new URLSearchParams(filters)}`;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${location.origin}/api/v1${path}${search}'`,
    `-H "Authorization: Bearer $POSTRIDER_API_KEY"`,
  ];
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`);
  }
  return lines.join(' \\\n  ');
}
