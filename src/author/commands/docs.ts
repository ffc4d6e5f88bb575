import type { Register } from '../../service/commands/register.ts'

const load = () => import('./docs-actions.ts')

export const registerDocs: Register = (program, act) => {
  program
    .command('docs')
    .description('write the page of a connector: how to connect it, what it asks, what its checks answer')
    .argument('[target]', 'file, folder of connectors, or id of a shipped one', '.')
    .option(
      '-o, --out <path>',
      'file that ends in .md, folder, or "-" to print (default: README.md beside the connector)',
    )
    .option('--run <path>', 'bundle or recording to show endpoints and results of (default: the recordings beside it)')
    .option('--check', 'write nothing; show what differs, and exit 6 if anything does')
    .action(act(async () => (await load()).runDocsCommand))
}
