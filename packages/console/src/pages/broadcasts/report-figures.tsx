import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Broadcast } from '../../api/types';
import { broadcastTexts } from '../../texts/broadcasts';
import { Panel } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { percentOf, rateNames, ratesOf, type BroadcastRates } from './broadcast-rates';
import classes from './broadcasts.module.css';

const { report: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');

interface Shown {
  readonly broadcast: Broadcast;
}

/** What the broadcast has reached, beside the average of the last ones. */
export function ReportFigures({
  broadcast,
  average,
}: Shown & {
  /** Null: there are none to compare it with. */
  readonly average: BroadcastRates | null;
}) {
  const { counts, track } = broadcast;
  const rates = ratesOf(broadcast);
  const counted = {
    ...{ delivered: counts.delivered, opened: counts.opened, clicked: counts.clicked },
    unsubscribed: counts.unsubscribed_by_link,
  };
  const isTracked = { delivered: true, opened: track.opens, clicked: track.clicks, unsubscribed: true };
  return (
    <div className={classes.figures}>
      {rateNames.map((name) => (
        <div key={name} role="group" aria-label={words.figures[name]} className={classes.figure}>
          <Text size="sm" c="dimmed">
            {words.figures[name]}
          </Text>
          <Text fz={28} lh={1.25} fw={600}>
            {isTracked[name] ? percentOf(rates[name]) : words.notTracked}
          </Text>
          <Text size="sm">
            {name === 'delivered'
              ? words.deliveredOf(numbers.format(counts.delivered), numbers.format(counts.submitted))
              : isTracked[name] && words.people(counted[name], numbers.format(counted[name]))}
          </Text>
          {average !== null && average[name] !== null && (
            <Text size="xs" c="dimmed">
              {words.average(percentOf(average[name]))}
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}

const lossNames = Object.keys(words.lossNames) as (keyof typeof words.lossNames)[];

/** Only those that there are. Recipients without an email can be listed. */
export function ReportLosses({ broadcast: { counts } }: Shown) {
  const lost = lossNames.filter((name) => counts[name] > 0);
  if (lost.length === 0) return null;
  return (
    <Panel title={words.losses}>
      <ul className={classes.losses}>
        {lost.map((name) => (
          <li key={name}>
            <Text span size="sm" fw={600}>
              {numbers.format(counts[name])}
            </Text>{' '}
            <Text span size="sm">
              {isOutcome(name) ? (
                <Anchor
                  component={Link}
                  to="."
                  search={searchOf({ tab: 'recipients', outcome: name })}
                  size="sm"
                  underline="always"
                >
                  {words.lossNames[name]}
                </Anchor>
              ) : (
                words.lossNames[name]
              )}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const outcomes = ['suppressed', 'unsubscribed', 'over_quota', 'invalid', 'canceled'];
const isOutcome = (name: string): boolean => outcomes.includes(name);
