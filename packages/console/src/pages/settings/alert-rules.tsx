import { Button, NumberInput, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { unwrap, unwrapVersioned } from '../../api/client';
import type { AlertRule } from '../../api/types';
import { changeShown } from '../../saving/change-shown';
import { useScope } from '../../session/scope';
import { alerts as words } from '../../texts/alerts';
import { texts } from '../../texts/texts';
import { FormModal } from '../../ui/form-modal';
import { Panel } from '../../ui/panel';
import { useFormDialog } from '../../ui/use-form-dialog';
import { useAlertRules } from '../metrics/alert-lines';

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 3 });

/** When the organization is warned and paused. */
export function AlertRules({ canChange }: { readonly canChange: boolean }) {
  const rules = useAlertRules();
  const [edited, setEdited] = useState<AlertRule | null>(null);
  if (rules === undefined || rules.length === 0) return null;
  const { rule, warning, pause, minimum, window } = words.columns;
  return (
    <Panel title={words.rules} bare>
      <Text size="sm" c="dimmed" p="sm">
        {words.rulesText}
      </Text>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={560}>
        <Table fz="sm" aria-label={words.rules}>
          <Table.Thead>
            <Table.Tr>
              {[rule, warning, pause, minimum, window, ''].map((title) => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rules.map((each) => (
              <Row key={each.id} rule={each} edit={canChange ? () => setEdited(each) : undefined} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {edited !== null && <EditRule key={edited.id} rule={edited} close={() => setEdited(null)} />}
    </Panel>
  );
}

function Row({ rule, edit }: { readonly rule: AlertRule; readonly edit: (() => void) | undefined }) {
  const { kind, enabled, warn_rate: warn, pause_rate: pause, minimum, window_minutes: minutes } = rule;
  const { none } = texts.common;
  const hasRates = warn !== null;
  const warnsAt = hasRates ? percents.format(warn) : words.counted(numbers.format(minimum));
  return (
    <Table.Tr>
      <Table.Td>{words.kinds[kind]}</Table.Td>
      <Table.Td>{enabled ? warnsAt : words.off}</Table.Td>
      <Table.Td>{pause === null ? none : percents.format(pause)}</Table.Td>
      <Table.Td>{hasRates ? words.recipients(numbers.format(minimum)) : none}</Table.Td>
      <Table.Td>{minutes < 60 ? words.minutes(minutes) : words.hours(minutes / 60)}</Table.Td>
      <Table.Td ta="right">
        {edit && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={words.editRule(words.kinds[kind])}
            onClick={edit}
          >
            {words.edit}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function EditRule({ rule, close }: { readonly rule: AlertRule; readonly close: () => void }) {
  const { api } = useScope();
  const { kind, warn_rate: warn, pause_rate: pause } = rule;
  const { form, dialog } = useFormDialog({
    close,
    initialValues: {
      enabled: rule.enabled,
      warn: percentOf(warn),
      pause: percentOf(pause),
      minimum: rule.minimum,
    },
    run: ({ enabled, warn: warnAt, pause: pauseAt, minimum }) =>
      changeShown({
        shown: [rule],
        fieldsOf: (rules) => fieldsOf(rules.find((each) => each.kind === kind)),
        read: async () => {
          const { object, etag } = await unwrapVersioned(api.GET('/alert-rules'));
          return { object: object.data, etag };
        },
        write: (headers) => {
          const changed =
            warn === null
              ? { kind, enabled, minimum }
              : { kind, warn_rate: rateOf(warnAt), pause_rate: rateOf(pauseAt), minimum };
          return unwrap(api.PATCH('/alert-rules', { body: { rules: [changed] }, headers }));
        },
      }),
    message: words.saved,
  });
  const percent = { min: 0.001, max: 100, decimalScale: 3, step: 0.1 };
  return (
    <FormModal {...dialog} title={words.kinds[kind]} action={texts.common.save}>
      {warn === null && (
        <Switch label={words.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      )}
      {warn !== null && <NumberInput label={words.warnRate} {...percent} {...form.getInputProps('warn')} />}
      {pause !== null && (
        <NumberInput label={words.pauseRate} {...percent} {...form.getInputProps('pause')} />
      )}
      <NumberInput
        label={warn === null ? words.count : words.minimum}
        min={1}
        allowDecimal={false}
        {...form.getInputProps('minimum')}
      />
    </FormModal>
  );
}

const fieldsOf = (rule: AlertRule | undefined) =>
  rule && [rule.enabled, rule.warn_rate, rule.pause_rate, rule.minimum];

/** Without the noise of binary fractions: 0.07 * 100 is 7.000000000000001. */
function percentOf(rate: number | null): number {
  return Number(((rate ?? 0) * 100).toFixed(3));
}

function rateOf(percent: number): number {
  return Number((percent / 100).toFixed(5));
}
