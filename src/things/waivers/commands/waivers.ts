import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'

const load = () => import('./waivers-actions.ts')

export const registerWaivers: Register = (program, act) => {
  const waivers = program.command('waivers').description('create, list and revoke accepted risks')
  waivers
    .command('list', { isDefault: true })
    .description('list accepted risks, newest first')
    .action(act(async () => (await load()).listWaivers))
  waivers
    .command('create')
    .description('accept a risk on the connections that you name')
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
    .action(act(async () => (await load()).createWaiver))
  waivers
    .command('revoke')
    .description('revoke an accepted risk; its findings count again')
    .argument('<id>', 'id of the waiver')
    .action(act(async () => (await load()).revokeWaiver))
}
