import { Option } from 'commander'
import { severities } from '../../define/index.ts'
import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'
import {
  createCrossCheckFileOption,
  createFormatOption,
  createVariableOption,
} from '../../things/commands/options/shared-options.ts'

function createConnectorOption(): Option {
  return new Option('--connector <file>', 'connector that does not ship; may be given again').argParser(collect)
}

export const registerCrossChecks: Register = (program, act) => {
  const crossChecks = program
    .command('cross-checks')
    .description('list or run checks across connections, such as leavers')
  crossChecks
    .command('list', { isDefault: true })
    .description('list cross-checks with their requirements and last results')
    .addOption(createConnectorOption())
    .addOption(createCrossCheckFileOption())
    .action(act(async () => (await import('./cross-checks-actions.ts')).listCrossChecks))
  crossChecks
    .command('show')
    .description('show a cross-check: its question, inputs and last result')
    .argument('<cross-check>', 'its id, such as leavers')
    .addOption(createConnectorOption())
    .addOption(createCrossCheckFileOption())
    .action(act(async () => (await import('./cross-checks-actions.ts')).showCrossCheck))
  crossChecks
    .command('run')
    .description('run cross-checks on the newest inventories; no request is sent to vendors')
    .argument('<cross-check>', 'its id, such as leavers')
    .addOption(createConnectorOption())
    .addOption(createCrossCheckFileOption())
    .addOption(createFormatOption())
    .option('-o, --out <file>', 'keep the proof: a signed bundle in this file, which ends in .zip')
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 only for failing results of this severity or above').choices(
        severities,
      ),
    )
    .option('--exit-zero', 'exit 0 where it would be 1; errors keep their numbers')
    .action(act(async () => (await import('./cross-checks-actions.ts')).runCrossCheckCommand))
  crossChecks
    .command('variables')
    .description('show or set the variables of a cross-check')
    .argument('<cross-check>', 'its id, such as leavers')
    .addOption(createVariableOption())
    .option('--defaults', 'all that you do not name by --var have their defaults again')
    .addOption(createCrossCheckFileOption())
    .action(act(async () => (await import('./cross-check-variables-actions.ts')).setCrossCheckVariables))
  crossChecks
    .command('schedule')
    .description('show, set or remove the schedule of cross-checks')
    .option('--cron <fields>', 'minute, hour, day of month, month, day of week: "0 6 * * *"')
    .option('--time-zone <name>', 'IANA name (default: UTC)')
    .option('-c, --check <id>', 'run this cross-check only; may be given again', collect)
    .option('--off', 'remove the schedule')
    .addOption(createCrossCheckFileOption())
    .action(act(async () => (await import('./cross-checks-actions.ts')).scheduleCrossChecks))
}
