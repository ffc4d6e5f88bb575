import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'

export const registerKeys: Register = (program, { context, finish }) => {
  const keys = program
    .command('keys')
    .description('manage the master keys that encrypt credentials, and show the keys that sign evidence')
  keys
    .command('status', { isDefault: true })
    .description('show which master keys the store needs, and which you can remove')
    .action(async (_options, command: Command) => {
      const { showKeysStatus } = await import('./keys-actions.ts')
      finish(await showKeysStatus(command.optsWithGlobals(), context))
    })
  keys
    .command('rotate')
    .description('encrypt every data key with the first master key')
    .action(async (_options, command: Command) => {
      const { rotateStoreKeys } = await import('./keys-actions.ts')
      finish(await rotateStoreKeys(command.optsWithGlobals(), context))
    })

  keys
    .command('export')
    .description('print the public keys that verify the evidence')
    .action(async (_options, command: Command) => {
      const { exportSigningKeys } = await import('./keys-actions.ts')
      finish(await exportSigningKeys(command.optsWithGlobals(), context))
    })
}
