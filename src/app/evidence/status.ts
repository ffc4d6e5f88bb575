import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

const load = () => import('./status-actions.ts')

export const registerStatus: Register = (program, act) => {
  program
    .command('status')
    .description('write a public page of the controls of a package, with nothing but signed evidence behind it')
    .argument('<package>', 'folder or .zip that "package" wrote')
    .requiredOption('-o, --out <folder>', 'folder of the page: a new one, or an earlier page')
    .option('--hide <control>', 'leave this control out; may be given again (default: all are shown)', collect)
    .action(act(async () => (await load()).runStatusCommand))
}
