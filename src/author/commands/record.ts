import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'
import {
  createCredentialsOption,
  createPrivateNetworkOption,
  createVariableOption,
} from '../../things/commands/options/shared-options.ts'

const load = () => import('./record-actions.ts')

export const registerRecord: Register = (program, act) => {
  program
    .command('record')
    .description('record the answers of a real account for tests, without secrets and names')
    .argument('<target>', 'id of a connector or connection, or a file: ./acme.ts, ./acme.connector.yaml')
    .option('-c, --check <id>', 'record this check only; may be given again', collect)
    .addOption(createCredentialsOption())
    .addOption(createVariableOption())
    .option('-o, --out <file>', 'file of the recording (default: recorded/<id>.json beside the connector)')
    .option(
      '--personal <member>',
      'member whose values name people: owner, assignee.label, *_by; or a domain: @acme.example; may be given again',
      collect,
    )
    .option('--keep <text>', 'word to keep, though it looks like the name of a person; may be given again', collect)
    .addOption(createPrivateNetworkOption())
    .action(act(async () => (await load()).runRecordCommand))
}
