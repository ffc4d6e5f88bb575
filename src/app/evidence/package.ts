import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

const load = () => import('./package-actions.ts')

export const registerPackage: Register = (program, act) => {
  program
    .command('package')
    .description(
      'write how the controls of a framework stood on each day of a period, with the evidence, for an auditor',
    )
    .argument('<framework>', 'id of a framework, or a file with one')
    .requiredOption('--from <day>', 'first day, in UTC: 2026-07-01')
    .requiredOption('--to <day>', 'last day, in UTC; today or before')
    .requiredOption('-o, --out <folder|zip>', 'place of the package: a new folder, or a file that ends in .zip')
    .option('--connection <id>', 'only this connection; may be given again (default: the whole organization)', collect)
    .option('--require-evidence', 'refuse gaps: days without a run, and runs without evidence')
    .action(act(async () => (await load()).runPackageCommand))
}
