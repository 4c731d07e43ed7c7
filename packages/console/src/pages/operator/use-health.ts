import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { personalApi } from '../../session/session';

const refreshMs = 15_000;

export function useHealth() {
  return useQuery({
    queryKey: ['operator', 'health'],
    queryFn: () => unwrap(personalApi.GET('/operator/health')),
    refetchInterval: refreshMs,
  });
}
