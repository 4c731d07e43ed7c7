/** Of the environment of Node.js, Bun and Deno. Other platforms have none. */
export function fromEnvironment(name: 'POSTRIDER_API_KEY' | 'POSTRIDER_BASE_URL'): string {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  return process?.env?.[name] ?? '';
}
