import { SimpleGrid } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { signupFormTexts } from '../../texts/signup-forms';
import { Figure } from '../../ui/figure';
import { ClockTime } from '../../ui/time';

const { figures: words } = signupFormTexts;
const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** How many people of the last 30 days have confirmed. Without requests there is nothing to show. */
export function RequestFigures({ formId }: { readonly formId: string }) {
  const { data } = useRead('/signup-forms/{id}/request-counts', { path: { id: formId } });
  if (data === undefined) return null;
  const { confirmed, pending, expired, since } = data;
  const all = confirmed + pending + expired;
  if (all === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <Figure
        label={words.requests}
        value={numbers.format(all)}
        note={
          <>
            {words.since} <ClockTime at={since} />
          </>
        }
      />
      <Figure
        label={words.confirmed}
        value={percents.format(confirmed / all)}
        note={words.confirmedOf(numbers.format(confirmed), numbers.format(all))}
      />
      <Figure label={words.pending} value={numbers.format(pending)} note={words.pendingText} />
      <Figure label={words.expired} value={numbers.format(expired)} note={words.expiredText} />
    </SimpleGrid>
  );
}
