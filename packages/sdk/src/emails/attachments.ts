import type { SendEmailRequest } from '../generated/schemas';

type ApiAttachment = NonNullable<SendEmailRequest['attachments']>[number];

/** A file to attach: its content as base64 or bytes, or (Node.js, Deno, Bun) its path. */
export type Attachment =
  | (Omit<ApiAttachment, 'content'> & { readonly content: string | Uint8Array | ArrayBuffer | Blob })
  | (Omit<ApiAttachment, 'content' | 'filename'> & {
      readonly path: string;
      readonly filename?: string | undefined;
    });

/** As the API takes it. */
export async function toApiAttachment(attachment: Attachment): Promise<ApiAttachment> {
  if ('path' in attachment) return fromPath(attachment);
  const { content, ...rest } = attachment;
  if (typeof content === 'string') return { ...rest, content };
  if (!(content instanceof Blob)) return { ...rest, content: base64(new Uint8Array(content)) };
  const type = rest.content_type ?? content.type;
  return {
    ...rest,
    ...(type && { content_type: type }),
    content: base64(new Uint8Array(await content.arrayBuffer())),
  };
}

interface FileSystem {
  readonly promises: { readFile(path: string): Promise<Uint8Array> };
}

async function fromPath({ path, ...rest }: Extract<Attachment, { path: string }>): Promise<ApiAttachment> {
  // Asked of the running platform: an import would have bundles for browsers and workers look for a file system.
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => FileSystem | undefined };
  };
  const files = process?.getBuiltinModule?.('node:fs');
  if (!files) throw new TypeError('an attachment by path needs a file system; give its content instead');
  const filename = rest.filename ?? path.split(/[/\\]/).pop() ?? path;
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  const type = rest.content_type ?? types.get(extension);
  const content = base64(await files.promises.readFile(path));
  return { ...rest, filename, content, ...(type && { content_type: type }) };
}

/** Mail programs show and open what has a type; anything else is `application/octet-stream`. */
const types: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['gif', 'image/gif'],
  ['html', 'text/html'],
  ['ics', 'text/calendar'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain'],
  ['webp', 'image/webp'],
  ['xml', 'application/xml'],
  ['zip', 'application/zip'],
]);

/** A call takes only so many arguments. */
const chunkBytes = 0x8000;

export function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(binary);
}
