import { useRead } from '../../session/use-read';

const refreshMs = 15_000;

export function useHealth() {
  return useRead('/operator/health', {}, { refetchInterval: refreshMs });
}
