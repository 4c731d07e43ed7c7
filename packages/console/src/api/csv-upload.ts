/** Options of a request whose body is a CSV file, which the browser sends from the disk. */
export function csvUpload(content: Blob) {
  return {
    // The document describes the body as text.
    body: content as unknown as string,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'content-type': 'text/csv' },
  };
}
