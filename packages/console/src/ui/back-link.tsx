import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { isCovered } from './use-back';

/** To the list that the page belongs to; Escape does the same. */
export function BackLink({ to, label }: { readonly to: string; readonly label: string }) {
  const navigate = useNavigate();
  const back = () => {
    if (!isCovered()) void navigate({ to });
  };
  useHotkeys([['Escape', back]]);
  return (
    <Button
      component={Link}
      to={to}
      variant="subtle"
      color="gray"
      size="compact-xs"
      leftSection={<ArrowLeft size={14} />}
      ml={-8}
      mb="xs"
    >
      {label}
    </Button>
  );
}
