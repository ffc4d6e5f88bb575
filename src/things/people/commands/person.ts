import { Argument, type Command, Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'

const load = () => import('./person-actions.ts')

const roles = ['viewer', 'member', 'admin']

export const registerPerson: Register = (program, act) => {
  const person = program.command('person').description('invite people and set their roles in the organization')
  addGrant(person.command('invite'))
    .description('print an invitation link, which works once within seven days')
    .argument('[email]', 'address of a new person')
    .option('--name <name>', 'name of the new person (default: the address)')
    .option('--user <id>', 'a person whom the organization has already')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('member'))
    .option('--public-url <url>', 'where people reach the server, as "serve" is told', 'http://127.0.0.1:3000')
    .action(act(async () => (await load()).invitePerson))
  addGrant(person.command('role'))
    .description('set the role of a person')
    .argument('<person>', 'id of the person')
    .addArgument(new Argument('<role>', 'what they may do').choices(roles))
    .action(act(async () => (await load()).setPersonRole))
  person
    .command('remove')
    .description('remove a person with their role, sessions and sign-ins')
    .argument('<person>', 'id of the person')
    .action(act(async () => (await load()).removePerson))
  for (const [verb, active, description] of [
    ['deactivate', false, 'sign a person out everywhere, and let them in no more until you activate them'],
    ['activate', true, 'let a deactivated person in again'],
  ] as const)
    person
      .command(verb)
      .description(description)
      .argument('<person>', 'id of the person')
      .action(act(async () => (await load()).setPersonActive.bind(undefined, active)))
  person
    .command('list', { isDefault: true })
    .description('list people with their state and role')
    .action(act(async () => (await load()).listPeople))
}

function addGrant(command: Command): Command {
  return command
    .option('--from <day>', 'of a viewer: first day of the runs that they see, such as 2026-01-01')
    .option('--to <day>', 'of a viewer: last day')
    .option('--reads-people', 'of a viewer: show evidence that names people, such as inventories and whole bundles')
}
