import type { Command } from 'commander'
import type { Register } from '../../../service/commands/register.ts'

export const registerOrganization: Register = (program, { context, finish }) => {
  const organization = program.command('organization').description('create, list and rename the tenants of the store')
  organization
    .command('create')
    .description('create one')
    .argument('<name>', 'what people call it')
    .option('--id <id>', 'its id, which every command takes as --org (default: a new one)')
    .action(async (name: string, _options, command: Command) => {
      const { createOrganization } = await import('./organization-actions.ts')
      finish(await createOrganization(name, command.optsWithGlobals(), context))
    })
  organization
    .command('rename')
    .description('give one another name; its id stays')
    .argument('<id>', 'id of the organization')
    .argument('<name>', 'what people call it from now on')
    .action(async (id: string, name: string, _options, command: Command) => {
      const { renameOrganization } = await import('./organization-actions.ts')
      finish(await renameOrganization(id, name, command.optsWithGlobals(), context))
    })
  organization
    .command('appearance')
    .description('show what its pages and reports look like, or change it; an empty value is that of the service')
    .option('--name <text>', 'what they are called')
    .option('--colour <#rrggbb>', 'of links and buttons')
    .option('--language <language>', 'of pages: en or de')
    .option('--logo <file>', 'PNG, JPEG or WebP of at most 100 kB')
    .action(async (_options, command: Command) => {
      const { showAppearance } = await import('../../appearance/commands/appearance-actions.ts')
      finish(await showAppearance(command.optsWithGlobals(), context))
    })
  organization
    .command('list', { isDefault: true })
    .description('list them, the oldest first')
    .action(async (_options, command: Command) => {
      const { listOrganizations } = await import('./organization-actions.ts')
      finish(await listOrganizations(command.optsWithGlobals(), context))
    })
}
