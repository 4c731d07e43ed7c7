import { Tabs, Text } from '@mantine/core';
import { webhookTexts as words } from '../../texts/webhooks';
import { CodeBlock } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { verifierSnippets } from './verifier-snippets';

export function VerifierPanel() {
  return (
    <Panel title={words.verify}>
      <Text size="sm" mb="sm">
        {words.verifyText}
      </Text>
      <VerifierSnippets />
    </Panel>
  );
}

/** A verifier in each language. */
export function VerifierSnippets() {
  return (
    <Tabs defaultValue="TypeScript" keepMounted={false}>
      <Tabs.List mb="xs">
        {Object.keys(verifierSnippets).map((language) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(verifierSnippets).map(([language, code]) => (
        <Tabs.Panel key={language} value={language}>
          <CodeBlock code={code} label={language} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
