/** Lets the browser save a file that was read with the headers of the console. */
export function saveFile(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
