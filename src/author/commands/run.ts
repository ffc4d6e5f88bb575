import { Option } from 'commander'
import { severities } from '../../define/index.ts'
import type { Register } from '../../service/commands/register.ts'
import { collect, parseDuration, parseNames, runUnitsMs } from '../../things/commands/options/parse-option.ts'
import {
  createCredentialsOption,
  createFormatOption,
  createPrivateNetworkOption,
  createVariableOption,
} from '../../things/commands/options/shared-options.ts'

const load = () => import('./run-actions.ts')

export const registerRun: Register = (program, act) => {
  program
    .command('run')
    .description('run the checks of a connector, of a connection, or of a file of your own')
    .argument('<target>', 'id of a connector or connection, or a file: ./acme.ts, ./acme.connector.yaml')
    .option('-c, --check <id>', 'run this check only; may be given again', collect)
    .option(
      '--inventories <kinds>',
      'only read these lists, such as account,device; with --check, beside those checks',
      parseNames,
    )
    .addOption(createCredentialsOption())
    .option('--connection <id>', 'run as this stored connection of the connector in <target>')
    .addOption(createVariableOption())
    .addOption(createFormatOption())
    .option('-o, --out <dir>', 'keep the proof: a signed bundle in this folder, or in a file that ends in .zip')
    .option('--baseline <run>', 'show what changed since this run: its folder, .zip or file, or "last" of a connection')
    .option('--waivers <file>', 'accepted exceptions, YAML or JSON: results that match do not count')
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 only for failing results of this severity or above').choices(
        severities,
      ),
    )
    .option('--exit-zero', 'exit 0 where it would be 1; errors keep their numbers')
    .addOption(
      new Option(
        '--timeout <time>',
        'end the run after this time, and keep the results so far: 90s, 10m, 2h',
      ).argParser(parseDuration(runUnitsMs, 'seconds, minutes or hours, such as 10m')),
    )
    .option('--watch', 'run again whenever the file, or what it imports, is saved')
    .option('--verbose', 'show what checks log by ctx.log')
    .option('--trace', 'show each request with its status, time and waits')
    .option('--recorded <file>', 'run on a recording instead of an account')
    .addOption(createPrivateNetworkOption())
    .action(act(async () => (await load()).runRunCommand))
}
