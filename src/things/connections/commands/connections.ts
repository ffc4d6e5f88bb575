import type { Register } from '../../../service/commands/register.ts'
import { collect, parseNames } from '../../commands/options/parse-option.ts'
import { createPrivateNetworkOption } from '../../commands/options/shared-options.ts'

export const registerConnections: Register = (program, act) => {
  const connections = program.command('connections').description('list connections, or change one')
  connections
    .command('list', { isDefault: true })
    .description('list connections with their state')
    .action(act(async () => (await import('./connections-actions.ts')).listConnections))
  connections
    .command('choices')
    .description('list the possible values of a variable, such as the regions of an account')
    .argument('<id>', 'id of the connection')
    .argument('<variable>', 'id of the variable')
    .option('--connector <file>', 'file of its connector, if it is not a shipped one')
    .addOption(createPrivateNetworkOption())
    .action(act(async () => (await import('./connections-actions.ts')).listVariableChoices))
  connections
    .command('schedule')
    .description('show or set the schedule of a connection')
    .argument('<id>', 'id of the connection')
    .option('--cron <expression>', 'minute, hour, day of month, month and weekday, such as "0 6 * * 1-5"')
    .option('--time-zone <name>', 'time zone of the expression, such as Europe/Berlin (default: UTC)')
    .option('--check <id>', 'a check to run; repeatable (default: all, and none with --inventories)', collect)
    .option(
      '--inventories <kinds>',
      'lists to read, such as account,device; without --check, its runs read lists only',
      parseNames,
    )
    .option('--off', 'remove the schedule')
    .option('--connector <file>', 'file of its connector, if it is not a shipped one')
    .action(act(async () => (await import('./schedule-actions.ts')).runScheduleCommand))
  for (const [verb, aliases, description] of [
    ['test', [], 'ask the vendor whether the credentials work'],
    ['pause', [], 'refuse runs until it is resumed'],
    ['resume', [], 'allow runs again'],
    ['disconnect', ['remove'], 'revoke tokens where the vendor can, and delete the credentials'],
  ] as const) {
    connections
      .command(verb)
      .aliases(aliases)
      .description(description)
      .argument('<id>', 'id of the connection')
      .option('--connector <file>', 'file of its connector, if it is not a shipped one')
      .addOption(createPrivateNetworkOption())
      .action(act(async () => (await import('./connections-actions.ts')).changeConnection.bind(undefined, verb)))
  }
}
