import type { Command } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { parseAtLeastOne } from '../../commands/options/parse-option.ts'
import { createFormatOption } from '../../commands/options/shared-options.ts'

export const registerRuns: Register = (program, { context, finish }) => {
  const runs = program.command('runs').description('list the runs of the store, or show one')
  runs
    .command('list', { isDefault: true })
    .description('list the newest runs')
    .argument('[connection]', 'id of a connection (default: all)')
    .option('--limit <n>', 'how many', parseAtLeastOne, 20)
    .action(async (connection: string | undefined, _options, command: Command) => {
      const { listRuns } = await import('./runs-actions.ts')
      finish(await listRuns(connection, command.optsWithGlobals(), context))
    })
  runs
    .command('show')
    .description('show the results of a run')
    .argument('<run>', 'its id')
    .addOption(createFormatOption())
    .action(async (id: string, _options, command: Command) => {
      const { showRun } = await import('./runs-actions.ts')
      finish(await showRun(id, command.optsWithGlobals(), context))
    })
}
