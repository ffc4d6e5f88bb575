import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

const load = () => import('./prove-actions.ts')

export const registerProve: Register = (program, act) => {
  program
    .command('prove')
    .description('try checks on witnesses, and the witnesses on deliberate mistakes in each check')
    .argument('<target>', 'id of a connector, or a file: ./acme.ts, ./acme.connector.yaml')
    .option('-c, --check <id>', 'try this check only, and write no proof; may be given again', collect)
    .option('--witnesses <file>', 'file of the witnesses (default: <name>.witnesses.yaml beside the connector)')
    .option('--openapi <file>', "the vendor's API description, in which the source of each witness must exist")
    .option('--propose', 'write a witness without a verdict for each mistake that no witness notices')
    .option(
      '--second-reader',
      'draw one in twenty witnesses, and write them without their verdicts for a second reader',
    )
    .option('-o, --out <file>', 'file of what is written (default: <name>.proposed.yaml, <name>.second-reader.yaml)')
    .action(act(async () => (await load()).runProveCommand))
}
