import type { Register } from '../../service/commands/register.ts'
import { parseWhole } from '../../things/commands/options/parse-option.ts'

const load = () => import('./validate-actions.ts')

export const registerValidate: Register = (program, act) => {
  program
    .command('validate')
    .description('validate connectors and list their problems')
    .argument('[target...]', 'files or ids of connectors (default: all that are shipped)')
    .option(
      '--openapi <file>',
      "hold connectors as data to the vendor's API description: paths, methods, members, types",
    )
    .option('--hints', 'also show hints: what you could still improve')
    .option('--max-warnings <n>', 'exit 3 when there are more warnings', parseWhole)
    .action(act(async () => (await load()).runValidateCommand))
}
