import type { Command } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'

export const registerWaivers: Register = (program, { context, finish }) => {
  const waivers = program.command('waivers').description('accept risks for the organization, list and revoke them')
  waivers
    .command('list', { isDefault: true })
    .description('list them, the newest first')
    .action(async (_options, command: Command) => {
      const { listWaivers } = await import('./waivers-actions.ts')
      finish(await listWaivers(command.optsWithGlobals(), context))
    })
  waivers
    .command('create')
    .description('accept a risk, on the connections that you name; it counts from now on')
    .option('--connection <id>', 'a connection on which it is accepted; repeatable', collect)
    .option('--all-connections', 'accept it on every connection, also those of later')
    .option('--connector <id>', 'id of the connector, or a pattern (default: that of the connection)', collect)
    .requiredOption('--check <id>', 'id of the check, or a pattern; repeatable', collect)
    .option('--resource <id>', 'id of the resource, or a pattern; repeatable (default: every resource)', collect)
    .option('--resource-type <type>', 'type of the resource (default: every type)', collect)
    .option('--tag <tag>', 'a tag that the check has (default: any)', collect)
    .requiredOption('--justification <text>', 'why the risk is accepted')
    .requiredOption('--approver <person>', 'who accepts it')
    .requiredOption('--expires <day>', 'last day on which it holds, such as 2027-01-31; at most a year ahead')
    .option('--user <id>', 'person of the organization who enters it')
    .action(async (_options, command: Command) => {
      const { createWaiver } = await import('./waivers-actions.ts')
      finish(await createWaiver(command.optsWithGlobals(), context))
    })
  waivers
    .command('revoke')
    .description('end one: from now on it covers nothing')
    .argument('<id>', 'id of the waiver')
    .action(async (id: string, _options, command: Command) => {
      const { revokeWaiver } = await import('./waivers-actions.ts')
      finish(await revokeWaiver(id, command.optsWithGlobals(), context))
    })
  waivers
    .command('confirm')
    .description('keep one that needs review, for all connections')
    .argument('<id>', 'id of the waiver')
    .action(async (id: string, _options, command: Command) => {
      const { confirmWaiver } = await import('./waivers-actions.ts')
      finish(await confirmWaiver(id, command.optsWithGlobals(), context))
    })
}
