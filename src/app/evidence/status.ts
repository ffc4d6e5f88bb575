import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

const load = () => import('./status-actions.ts')

export const registerStatus: Register = (program, act) => {
  program
    .command('status')
    .description('write a public page of the controls of a package, with nothing but signed evidence behind it')
    .argument('<package>', 'folder or .zip that "package" wrote')
    .requiredOption('-o, --out <folder>', 'folder of the page: a new one, or an earlier page')
    .option('--show <control>', 'show this control, and no other that is not named; may be given again', collect)
    .option('--hide <control>', 'leave this control out; may be given again (default: all are shown)', collect)
    .option('--brand-name <text>', 'what the page is called (default: the organization)')
    .option('--brand-colour <#rrggbb>', 'colour of a line at its top')
    .option('--brand-logo <file>', 'PNG, JPEG or WebP of at most 100 kB')
    .action(act(async () => (await load()).runStatusCommand))
}
