import type { Command } from 'commander'
import type { Register } from '../register.ts'

export const registerWaivers: Register = (program, { context, finish }) => {
  const waivers = program.command('waivers').description('list or revoke the risks that the organization has accepted')
  waivers
    .command('list', { isDefault: true })
    .description('list them, the newest first')
    .action(async (_options, command: Command) => {
      const { listWaivers } = await import('../../actions/organization/waivers.ts')
      finish(await listWaivers(command.optsWithGlobals(), context))
    })
  waivers
    .command('revoke')
    .description('end one: from now on it covers nothing')
    .argument('<id>', 'id of the waiver')
    .action(async (id: string, _options, command: Command) => {
      const { revokeWaiver } = await import('../../actions/organization/waivers.ts')
      finish(await revokeWaiver(id, command.optsWithGlobals(), context))
    })
  waivers
    .command('confirm')
    .description('keep one that needs review, for all connections')
    .argument('<id>', 'id of the waiver')
    .action(async (id: string, _options, command: Command) => {
      const { confirmWaiver } = await import('../../actions/organization/waivers.ts')
      finish(await confirmWaiver(id, command.optsWithGlobals(), context))
    })
}
