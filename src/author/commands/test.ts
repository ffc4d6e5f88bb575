import { Option } from 'commander'
import type { Register } from '../../service/commands/register.ts'

const load = () => import('./test-actions.ts')

export const registerTest: Register = (program, act) => {
  program
    .command('test')
    .description('replay recordings offline and show results that differ')
    .argument('[path...]', 'recordings, connectors, or folders that have some (default: this folder)')
    .option('-u, --update', 'write the new results into the recordings')
    .option('--watch', 'replay again whenever a recording or a connector is saved')
    .addOption(
      new Option('--format <format>', 'how the outcome is printed').choices(['table', 'json']).default('table'),
    )
    .action(act(async () => (await load()).runTestCommand))
}
