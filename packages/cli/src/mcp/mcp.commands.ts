import type { Command } from 'commander';
import type { Run } from '../session/session';

interface McpOptions {
  readonly drafts?: true;
}

export function addMcpCommand(program: Command, run: Run): void {
  program
    .command('mcp')
    .description(
      'serve tools for an assistant over standard input and output (Model Context Protocol); started by its program',
    )
    .option('--drafts', 'also let it write drafts of broadcasts, which a person sends')
    .addHelpText('after', help)
    .action((options: McpOptions) =>
      run(async (session) => {
        // The protocol's library is loaded by this command alone.
        const { serveMcp } = await import('./serve.commands.js');
        await serveMcp(session, { allowDrafts: options.drafts ?? false, version: program.version() ?? '' });
      }),
    );
}

const help = `
It only reads, unless the key says to whom (allowed_recipients) or what (templates_only) it may send: then there are tools that send, within these limits.
What is registered, and why, is on standard error.`;
