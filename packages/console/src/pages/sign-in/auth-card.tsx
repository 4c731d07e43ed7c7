import { Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './sign-in.module.css';

/** The frame of pages that need no session. */
export function AuthCard({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}) {
  useDocumentTitle(`${title} · Postrider`);
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <span className={classes.mark}>
          <Mail size={18} aria-hidden />
        </span>
        Postrider
      </div>
      <Paper withBorder radius="lg" p="xl" className={classes.card}>
        <Title order={1} size="h2" mb={4}>
          {title}
        </Title>
        {text !== undefined && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
        <Stack gap="sm" mt="lg">
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
