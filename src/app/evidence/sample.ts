import type { Register } from '../../service/commands/register.ts'
import { parseWhole } from '../../things/commands/options/parse-option.ts'

const load = () => import('./sample-actions.ts')

export const registerSample: Register = (program, act) => {
  program
    .command('sample')
    .description('draw a sample of a list in a bundle, which anybody can draw again')
    .argument('<bundle>', 'the folder or .zip that has the list')
    .requiredOption('--list <name>', 'the list, such as account')
    .requiredOption('--size <count>', 'how many', parseWhole)
    .requiredOption('--seed <text>', 'what decides: the checkpoint of the log at your request, or a text of your own')
    .option('--total <count>', 'how many the vendor says that there are', parseWhole)
    .action(act(async () => (await load()).runSampleCommand))
}
