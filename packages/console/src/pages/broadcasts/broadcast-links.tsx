import { Anchor, Progress, Table, Text } from '@mantine/core';
import type { Broadcast } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { Panel } from '../../ui/panel';
import { percentOf } from './broadcast-rates';
import { variantLetter } from './broadcast-draft';

const { report: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');
const refreshMs = 30_000;

/** The links that people clicked, with the recipients of each variant. */
export function BroadcastLinks({ broadcast: { id, ab_test: test } }: { readonly broadcast: Broadcast }) {
  const { data } = useRead('/broadcasts/{id}/links', { path: { id } }, { refetchInterval: refreshMs });
  const variants = test?.variants.map((_variant, index) => index) ?? [];
  if (data === undefined) return null;
  const total = data.data.reduce((sum, { clicks }) => sum + clicks, 0);
  return (
    <Panel title={words.links}>
      <Text size="xs" c="dimmed" mb="xs">
        {data.data.length === 0 ? words.noLinks : words.linksText}
      </Text>
      {data.data.length > 0 && (
        <Table.ScrollContainer type="native" tabIndex={0} minWidth={520} mah={320}>
          <Table fz="xs" aria-label={words.links}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.linkColumns.url}</Table.Th>
                <Table.Th ta="right">{words.linkColumns.recipients}</Table.Th>
                {variants.map((variant) => (
                  <Table.Th key={variant} ta="right">
                    {words.linkVariant(variantLetter(variant))}
                  </Table.Th>
                ))}
                <Table.Th ta="right">{words.linkColumns.clicks}</Table.Th>
                <Table.Th ta="right" w="8rem">
                  {words.linkColumns.share}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map(({ url, clicks, unique_clicks: recipients, by_variant: byVariant = [] }) => (
                <Table.Tr key={url}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {url === null ? (
                      words.otherLinks
                    ) : (
                      <Anchor href={url} target="_blank" rel="noreferrer noopener" fz="xs">
                        {url}
                      </Anchor>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{numbers.format(recipients)}</Table.Td>
                  {variants.map((variant) => (
                    <Table.Td key={variant} ta="right">
                      {numbers.format(byVariant.find((each) => each.variant === variant)?.unique_clicks ?? 0)}
                    </Table.Td>
                  ))}
                  <Table.Td ta="right">{numbers.format(clicks)}</Table.Td>
                  <Table.Td ta="right">
                    {percentOf(total === 0 ? 0 : clicks / total)}
                    <Progress value={total === 0 ? 0 : (100 * clicks) / total} size="xs" aria-hidden />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}
