import type { Register } from '../../../service/commands/register.ts'
import { parseAtLeastOne } from '../../commands/options/parse-option.ts'
import { createFormatOption } from '../../commands/options/shared-options.ts'

const load = () => import('./runs-actions.ts')

export const registerRuns: Register = (program, act) => {
  const runs = program.command('runs').description('list the runs of the store, or show one')
  runs
    .command('list', { isDefault: true })
    .description('list the newest runs')
    .argument('[connection]', 'id of a connection (default: all)')
    .option('--limit <n>', 'how many', parseAtLeastOne, 20)
    .action(act(async () => (await load()).listRuns))
  runs
    .command('show')
    .description('show the results of a run')
    .argument('<run>', 'its id')
    .addOption(createFormatOption())
    .action(act(async () => (await load()).showRun))
}
