const filenameCharsMax = 255;

/** The name of a chosen file, as the API takes it. */
export function filenameOf({ name }: File): string | undefined {
  const filename = name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, filenameCharsMax)
    .toWellFormed();
  return filename === '' ? undefined : filename;
}

/** Options of a request whose body is a CSV file, which the browser sends from the disk. */
export function csvUpload(content: Blob) {
  return {
    // The document describes the body as text.
    body: content as unknown as string,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'content-type': 'text/csv' },
  };
}
