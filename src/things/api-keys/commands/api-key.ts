import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'

const load = () => import('./api-key-actions.ts')

export const registerApiKey: Register = (program, act) => {
  const apiKey = program.command('api-key').description('create, list or revoke keys of the HTTP API')
  apiKey
    .command('create')
    .description('create a key and print it; the key is shown only this once')
    .option(
      '--scope <scope>',
      'a scope of the key, such as comments:write; repeatable (default: all but mcp:read)',
      collect,
    )
    .option('--name <name>', 'what people call it')
    .option('--user <id>', 'the person for whom it acts; it stops working when they are deactivated')
    .option('--expires <date>', 'when it ends, such as 2027-01-31 (default: never)')
    .action(act(async () => (await load()).createApiKey))
  apiKey
    .command('list', { isDefault: true })
    .description('list keys, without their secrets')
    .action(act(async () => (await load()).listApiKeys))
  apiKey
    .command('revoke')
    .description('revoke a key immediately and permanently')
    .argument('<id>', 'id of the key')
    .action(act(async () => (await load()).revokeApiKey))
}
