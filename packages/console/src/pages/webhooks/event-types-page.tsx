import { NavLink, Text } from '@mantine/core';
import { eventExamples } from '../../api/generated/event-examples';
import { texts } from '../../texts/texts';
import { webhookTexts } from '../../texts/webhooks';
import { CodeBlock } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { useFilters } from '../../ui/use-filters';
import classes from './webhooks.module.css';

const { catalogue: words } = webhookTexts;

/** All events with a sample body. */
export function EventTypesPage() {
  const [{ type: chosen }, change] = useFilters(['type']);
  const shown = eventExamples.find(({ type }) => type === chosen) ?? eventExamples[0];
  return (
    <>
      <PageHeader
        parent={{ to: '/webhooks', label: texts.navigation.pages.webhooks }}
        title={words.title}
        description={words.description}
      />
      <div className={classes.catalogue}>
        <nav aria-label={words.list}>
          {eventExamples.map(({ type }) => (
            <NavLink
              key={type}
              component="button"
              className={classes.type}
              label={<span className="mono">{type}</span>}
              active={type === shown.type}
              onClick={() => change({ type })}
            />
          ))}
        </nav>
        <Panel title={shown.type}>
          <Text size="sm" mb="sm">
            {shown.summary}
          </Text>
          <CodeBlock code={JSON.stringify(shown.body, null, 2)} label={shown.type} />
        </Panel>
      </div>
    </>
  );
}
