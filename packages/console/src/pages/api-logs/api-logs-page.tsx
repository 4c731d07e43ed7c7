export function ApiLogsPage() {
  return null;
}
