import type { Command } from 'commander'
import { collect } from '../../options/parse-option.ts'
import type { Register } from '../register.ts'

export const registerApiKey: Register = (program, { context, finish }) => {
  const apiKey = program.command('api-key').description('make, list or revoke keys of the HTTP API')
  apiKey
    .command('create')
    .description('make a key and print it once')
    .option('--scope <scope>', 'a scope of the key, such as comments:write; repeatable (default: all scopes)', collect)
    .option('--expires <date>', 'when it ends, such as 2027-01-31 (default: never)')
    .action(async (_options, command: Command) => {
      const { createApiKey } = await import('../../actions/organization/api-key.ts')
      finish(await createApiKey(command.optsWithGlobals(), context))
    })
  apiKey
    .command('list', { isDefault: true })
    .description('list the keys; no secret is shown')
    .action(async (_options, command: Command) => {
      const { listApiKeys } = await import('../../actions/organization/api-key.ts')
      finish(await listApiKeys(command.optsWithGlobals(), context))
    })
  apiKey
    .command('revoke')
    .description('end a key, at once and for good')
    .argument('<id>', 'id of the key')
    .action(async (id: string, _options, command: Command) => {
      const { revokeApiKey } = await import('../../actions/organization/api-key.ts')
      finish(await revokeApiKey(id, command.optsWithGlobals(), context))
    })
}
