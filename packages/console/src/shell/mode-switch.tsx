import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useScope } from '../session/scope';
import { texts } from '../texts/texts';

/** Live and test are two views of everything; the address has the mode. */
export function ModeSwitch() {
  const { mode } = useScope();
  const setMode = useSetMode();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={texts.shell.mode}
      color={mode === 'test' ? 'test' : undefined}
      value={mode}
      onChange={(value) => setMode(value === 'test' ? 'test' : 'live')}
      data={[
        { value: 'live', label: texts.shell.live },
        { value: 'test', label: texts.shell.test },
      ]}
    />
  );
}

export function useSetMode(): (mode: 'live' | 'test') => void {
  const navigate = useNavigate();
  return (mode) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        mode: mode === 'test' ? 'test' : undefined,
      }),
    });
}
