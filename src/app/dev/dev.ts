import type { Register } from '../../service/commands/register.ts'

export const registerDev: Register = (program, act) => {
  const dev = program.command('dev').description('look into Checkwright itself, for those who change it')
  dev
    .command('thing')
    .description('print what the declaration of a thing makes: routes, SQL, pages, commands and audit actions')
    .argument('<id>', 'id of the thing, such as audit-period')
    .action(act(async () => (await import('./dev-actions.ts')).printThing))
}
