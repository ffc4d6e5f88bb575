import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'

export const registerExplain: Register = (program, { context, finish }) => {
  program
    .command('explain')
    .description('explain an error code')
    .argument('[code]', 'such as AUTH_REJECTED (default: all)')
    .action(async (code: string | undefined, _options, command: Command) => {
      const { runExplainCommand } = await import('./explain-actions.ts')
      finish(await runExplainCommand(code, command.optsWithGlobals(), context))
    })
}
