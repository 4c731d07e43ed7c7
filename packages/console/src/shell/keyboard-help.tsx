import { Kbd, Stack, Title } from '@mantine/core';
import { keyboard as words } from '../texts/palette';
import { Dialog } from '../ui/dialog';
import classes from './shell.module.css';

const groups = ['everywhere', 'lists', 'editor'] as const;

/** The keys of the console, opened with `?`. */
export function KeyboardHelp({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  return (
    <Dialog opened={opened} onClose={close} title={words.title}>
      <Stack gap="md">
        {groups.map((group) => (
          <section key={group}>
            <Title order={3}>{words.groups[group]}</Title>
            <dl className={classes.keyList}>
              {Object.entries(words[group]).map(([key, effect]) => (
                <div key={key}>
                  <dt>
                    <Kbd size="xs">{key}</Kbd>
                  </dt>
                  <dd>{effect}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}
