import type { Command } from 'commander'
import type { Register } from '../register.ts'

export const registerList: Register = (program, { context, finish }) => {
  program
    .command('list')
    .description('list the connectors that come with Checkwright')
    .action(async (_options, command: Command) => {
      const { runListCommand } = await import('../../actions/connectors/list.ts')
      finish(await runListCommand(command.optsWithGlobals(), context))
    })
}
