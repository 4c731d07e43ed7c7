import { Button, Group } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { OperatorSource, OperatorTransport, SourceChange, TransportChange } from '../../api/types';
import { personalApi } from '../../session/session';
import { deliveryTexts as words } from '../../texts/operator-delivery';
import { siteTexts } from '../../texts/operator-sites';
import { ConfirmButton } from '../../ui/confirm-button';
import { notify } from '../../ui/notify';
import { numberText } from './figure-table';
import { makeDue } from './site-actions';

export function SourceActions({
  source: { address, status, warm_up_today: today },
}: {
  readonly source: OperatorSource;
}) {
  return (
    <Group gap="xs" wrap="nowrap">
      <ChangeSource address={address} change={status === 'active' ? 'pause' : 'resume'} />
      <ChangeSource address={address} change={today === null ? 'start_warm_up' : 'end_warm_up'} />
      <ChangeSource address={address} change="remove" />
    </Group>
  );
}

function ChangeSource({
  address,
  change: given,
}: {
  readonly address: string;
  readonly change: SourceChange;
}) {
  return (
    <ConfirmButton
      size="compact-sm"
      title={words[`${given}Title`](address)}
      text={words[`${given}Text`]}
      action={words[given]}
      actionColor={given === 'remove' ? 'red' : 'accent'}
      run={() => unwrap(personalApi.POST('/operator/sources/change', { body: { address, change: given } }))}
      done={({ pool_active: active }) => notify(active === 0 ? words.poolEmpty : words.changed)}
    />
  );
}

export function TransportActions({
  transport,
  edit,
}: {
  readonly transport: OperatorTransport;
  readonly edit: () => void;
}) {
  const { name, disabled_at: disabledAt, units, given_by: givenBy } = transport;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" onClick={edit}>
        {words.edit}
      </Button>
      {units.length > 0 && <ChangeTransport name={name} change="resume" />}
      <ChangeTransport name={name} change={disabledAt === null ? 'disable' : 'enable'} />
      {givenBy === 'table' && <RemoveTransport name={name} />}
    </Group>
  );
}

function ChangeTransport({
  name,
  change: given,
}: {
  readonly name: string;
  readonly change: TransportChange;
}) {
  return (
    <ConfirmButton
      size="compact-sm"
      title={words[`${given}Title`](name)}
      text={given === 'resume' ? words.resumeTransportText : words[`${given}Text`]}
      action={words[given]}
      actionColor={given === 'disable' ? 'red' : 'accent'}
      run={() =>
        makeDue((after) =>
          unwrap(personalApi.POST('/operator/transports/change', { body: { name, change: given, after } })),
        )
      }
      done={(messages) =>
        notify(given === 'resume' ? siteTexts.resumed(numberText(messages)) : words.transportChanged)
      }
    />
  );
}

function RemoveTransport({ name }: { readonly name: string }) {
  return (
    <ConfirmButton
      size="compact-sm"
      title={words.removeTransportTitle(name)}
      text={words.removeTransportText}
      action={words.remove}
      run={() => unwrap(personalApi.DELETE('/operator/transports/{name}', { params: { path: { name } } }))}
      message={words.transportRemoved}
    />
  );
}
