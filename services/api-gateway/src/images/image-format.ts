type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';

/** By the first bytes of a file: its name and its media type are what anybody writes there. Null: it is none of these. */
export function imageFormatOf(file: Uint8Array): ImageFormat | null {
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'webp';
  return null;
}
