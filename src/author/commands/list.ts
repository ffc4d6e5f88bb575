import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'

export const registerList: Register = (program, { context, finish }) => {
  program
    .command('list')
    .description('list the connectors that come with Checkwright')
    .option('--category <name>', 'only of this category: identity, cloud, development …')
    .option('--control <id>', 'only with a check for this control: soc2:CC6.1, or for a framework: soc2')
    .action(async (_options, command: Command) => {
      const { runListCommand } = await import('./list-actions.ts')
      finish(await runListCommand(command.optsWithGlobals(), context))
    })
}
