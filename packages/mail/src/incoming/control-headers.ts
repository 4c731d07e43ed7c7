import type { Header } from 'postal-mime';
import { decodeWords } from 'postal-mime';
import { refuseMessage } from '../parsing/refused-message';

/** Fields of a send request that a mail client can set by headers. */
export interface ControlFields {
  idempotency_key?: string;
  tags?: { name: string; value: string }[];
  metadata?: Record<string, string>;
  kind?: string;
  track?: { opens?: boolean; clicks?: boolean };
  scheduled_at?: string;
  template?: { id?: string; slug?: string; data?: Record<string, unknown> };
}

type Apply = (fields: ControlFields, value: string) => void;

const ownPrefix = 'x-postrider-';
/** Headers named like those of other services, so that a move needs no change of code. */
const metadataPrefixes = [`${ownPrefix}metadata-`, 'x-pm-metadata-'];
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const controlsByName: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  [`${ownPrefix}idempotency-key`, (fields, value) => void (fields.idempotency_key = value)],
  ['resend-idempotency-key', (fields, value) => void (fields.idempotency_key ??= value)],
  [`${ownPrefix}tag`, (fields, value) => addTag(fields, value)],
  ['x-pm-tag', (fields, value) => addTag(fields, `tag=${value}`)],
  ['x-mailgun-tag', (fields, value) => addTag(fields, `tag=${value}`)],
  ['x-ses-message-tags', (fields, value) => addTags(fields, value.split(','))],
  [`${ownPrefix}kind`, (fields, value) => void (fields.kind = value)],
  [
    `${ownPrefix}track-opens`,
    (fields, value) => void (fields.track = { ...fields.track, opens: toBoolean(value) }),
  ],
  [
    `${ownPrefix}track-clicks`,
    (fields, value) => void (fields.track = { ...fields.track, clicks: toBoolean(value) }),
  ],
  [`${ownPrefix}scheduled-at`, (fields, value) => void (fields.scheduled_at = value)],
  [
    `${ownPrefix}template`,
    (fields, value) => setTemplate(fields, uuidPattern.test(value) ? { id: value } : { slug: value }),
  ],
  [`${ownPrefix}template-data`, (fields, value) => setTemplate(fields, { data: toObject(value) })],
]);

/** Whether a header (lower-case name) steers the platform; such headers never reach a recipient. */
export function isControlHeader(key: string): boolean {
  return (
    key.startsWith(ownPrefix) ||
    controlsByName.has(key) ||
    metadataPrefixes.some((prefix) => key.startsWith(prefix))
  );
}

/** What the control headers ask for. Limits are left to the API; only what it could not see is refused here. */
export function controlFields(headers: readonly Header[]): ControlFields {
  const fields: ControlFields = {};
  const metadata = new Map<string, string>();
  for (const header of headers) {
    if (!isControlHeader(header.key)) continue;
    const value = decodeWords(header.value).trim();
    const prefix = metadataPrefixes.find((candidate) => header.key.startsWith(candidate));
    // Header names have no case but metadata keys do: the spelling of the client is kept.
    if (prefix !== undefined) metadata.set(header.originalKey.slice(prefix.length), value);
    else controlsByName.get(header.key)?.(fields, value);
  }
  if (metadata.size > 0) fields.metadata = Object.fromEntries(metadata);
  if (fields.template && !fields.template.id && !fields.template.slug)
    refuseMessage('template data without a template');
  return fields;
}

/** Programs that build the list in a loop leave a comma at its end. */
function addTags(fields: ControlFields, pairs: readonly string[]): void {
  for (const pair of pairs) if (pair.trim() !== '') addTag(fields, pair);
}

function addTag(fields: ControlFields, pair: string): void {
  // `name:value` is how `GET /emails?tag=` writes it; a name that ends with `=` may hold colons.
  const end = pair.includes('=') ? pair.indexOf('=') : pair.indexOf(':');
  if (end <= 0) refuseMessage('a tag header must be name=value or name:value');
  (fields.tags ??= []).push({ name: pair.slice(0, end).trim(), value: pair.slice(end + 1).trim() });
}

function setTemplate(fields: ControlFields, part: NonNullable<ControlFields['template']>): void {
  fields.template = { ...fields.template, ...part };
}

function toBoolean(value: string): boolean {
  if (/^(?:true|yes|on|1)$/i.test(value)) return true;
  if (/^(?:false|no|off|0)$/i.test(value)) return false;
  return refuseMessage('a tracking header must be true or false');
}

function toObject(value: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    refuseMessage('the template data header is not JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    refuseMessage('the template data header is not a JSON object');
  }
  return { ...parsed };
}
