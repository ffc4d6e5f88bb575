import type { Register } from '../../../service/commands/register.ts'

export const registerOrganization: Register = (program, act) => {
  const organization = program.command('organization').description('create, list and rename the tenants of the store')
  organization
    .command('create')
    .description('create an organization')
    .argument('<name>', 'what people call it')
    .option('--id <id>', 'its id, which every command takes as --org (default: a new one)')
    .action(act(async () => (await import('./organization-actions.ts')).createOrganization))
  organization
    .command('rename')
    .description('rename an organization; its id stays')
    .argument('<id>', 'id of the organization')
    .argument('<name>', 'what people call it from now on')
    .action(act(async () => (await import('./organization-actions.ts')).renameOrganization))
  organization
    .command('appearance')
    .description('show or set the appearance of pages and reports; an empty value restores the default of the service')
    .option('--name <text>', 'what they are called')
    .option('--colour <#rrggbb>', 'of links and buttons')
    .option('--language <language>', 'of pages: en or de')
    .option('--logo <file>', 'PNG, JPEG or WebP of at most 100 kB')
    .action(act(async () => (await import('../../appearance/commands/appearance-actions.ts')).showAppearance))
  organization
    .command('list', { isDefault: true })
    .description('list organizations, oldest first')
    .action(act(async () => (await import('./organization-actions.ts')).listOrganizations))
}
