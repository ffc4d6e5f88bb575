import { Option } from 'commander'
import { receivedFormatIds } from '../../received/received-item.ts'
import type { Register } from '../../service/commands/register.ts'
import { createFormatOption } from '../../things/commands/options/shared-options.ts'

const load = () => import('./import-actions.ts')

export const registerImport: Register = (program, act) => {
  program
    .command('import')
    .description('take over the results of another tool, as received and not observed')
    .argument('<file>', 'a file that the tool wrote: OCSF, SARIF, JUnit, Powerpipe, ScubaGear, InSpec, Trivy, OSCAL')
    .addOption(
      new Option('--from <format>', 'the format of the file (default: by how it begins)').choices(receivedFormatIds),
    )
    .option(
      '--source <name>',
      'keep the run in the store, for this source, such as "Prowler of production"; one that is not there is made',
    )
    .addOption(createFormatOption())
    .option('-o, --out <dir>', 'keep the proof: a signed bundle in this folder, or in a file that ends in .zip')
    .option('--waivers <file>', 'accepted exceptions, YAML or JSON: results that match do not count')
    .option('--exit-zero', 'exit 0 where it would be 1; errors keep their numbers')
    .action(act(async () => (await load()).runImportCommand))
}
