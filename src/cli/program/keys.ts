import type { Command } from 'commander'
import type { Register } from './register.ts'

export const registerKeys: Register = (program, { context, finish }) => {
  const keys = program
    .command('keys')
    .description('see to the master keys that seal credentials, and the keys that sign evidence')
  keys
    .command('status', { isDefault: true })
    .description('tell which master keys the store needs, and which may be retired')
    .action(async (_options, command: Command) => {
      const { showKeysStatus } = await import('../commands/keys.ts')
      finish(await showKeysStatus(command.optsWithGlobals(), context))
    })
  keys
    .command('rotate')
    .description('wrap every data key by the first of the configured master keys')
    .action(async (_options, command: Command) => {
      const { rotateStoreKeys } = await import('../commands/keys.ts')
      finish(await rotateStoreKeys(command.optsWithGlobals(), context))
    })

  keys
    .command('export')
    .description('print the public keys that evidence is signed with, for who is to verify it')
    .action(async (_options, command: Command) => {
      const { exportSigningKeys } = await import('../commands/keys.ts')
      finish(await exportSigningKeys(command.optsWithGlobals(), context))
    })
}
