import type { Register } from '../../service/commands/register.ts'

const load = () => import('./keys-actions.ts')

export const registerKeys: Register = (program, act) => {
  const keys = program
    .command('keys')
    .description('manage the master keys that encrypt credentials, and show the keys that sign evidence')
  keys
    .command('status', { isDefault: true })
    .description('show which master keys the store needs, and which you can remove')
    .action(act(async () => (await load()).showKeysStatus))
  keys
    .command('rotate')
    .description('encrypt every data key with the first master key')
    .action(act(async () => (await load()).rotateStoreKeys))

  keys
    .command('export')
    .description('print the public keys that verify the evidence')
    .action(act(async () => (await load()).exportSigningKeys))
}
