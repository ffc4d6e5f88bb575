import { type Command, Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'

const covers = ['employees', 'contractors', 'both']

export const registerPeople: Register = (program, act) => {
  const people = program.command('people').description('import people from a file, or list people with their accounts')
  people
    .command('list', { isDefault: true })
    .description('list people with their accounts, by name')
    .addOption(
      new Option('--filter <filter>', 'only some of them').choices([
        'leavers',
        'no-second-factor',
        'administrators',
        'nobodys',
      ]),
    )
    .option('--csv', 'as CSV: one row a person, one column a system')
    .action(act(async () => (await import('./directory-actions.ts')).listPeople))
  people
    .command('import')
    .description('import people from a CSV file; the new file replaces the earlier one')
    .argument('<file>', 'with the columns id, email, status and more; - reads stdin')
    .option('--source <name>', 'name of its source (default: the only file of the directory)')
    .addOption(new Option('--covers <people>', 'whom it lists, where the source is new').choices(covers))
    .option('--date <day>', 'day on which the file was made, such as 2027-01-31 (default: today)')
    .option('--allow-loss', 'it is right that many people of the file before are missing')
    .action(act(async () => (await import('./directory-actions.ts')).importPeople))
}

export const registerDirectory: Register = (program, act) => {
  const directory = program.command('directory').description('show or set where people come from')
  directory
    .command('list', { isDefault: true })
    .description('list the sources of people; the first source that has a person decides')
    .action(act(async () => (await import('./directory-actions.ts')).listDirectory))
  directory
    .command('set')
    .description('replace the sources of people; a file that you leave out is deleted with its people')
    .argument('[sources...]', 'in order: connection:<id> or file:<name>, with =employees, =contractors or =both')
    .action(act(async () => (await import('./directory-actions.ts')).setDirectory))
}

export const registerLinks: Register = (program, act) => {
  const links = program.command('links').description('show and decide who owns which account')
  links
    .command('list', { isDefault: true })
    .description('list links between accounts and people, newest first')
    .option('--connection <id>', 'of one connection (default: all)')
    .option('--ended', 'also those that were revoked or replaced')
    .action(act(async () => (await import('./account-links-actions.ts')).listLinks))
  links
    .command('proposed')
    .description('list proposed owners of accounts, with the reason and the arguments for "decide"')
    .action(act(async () => (await import('./account-links-actions.ts')).listProposed))
  const addDecision = (command: Command) =>
    command
      .requiredOption('--reason <text>', 'how you know')
      .requiredOption('--expires <day>', 'last day on which it holds, such as 2027-01-31; at most a year ahead')
      .requiredOption('--user <id>', 'person of the organization who decides')
  addDecision(links.command('add'))
    .description('link an account to its owner')
    .requiredOption('--connection <id>', 'the connection')
    .requiredOption('--account <id>', 'id of the account at the vendor')
    .option('--person <id>', 'it belongs to this person')
    .option('--service-of <id>', 'it is a service, and this person answers for it')
    .option('--out-of-scope', 'cross-checks leave it out')
    .option('--despite <id>', 'the person whom the account itself names')
    .action(act(async () => (await import('./account-links-actions.ts')).addLink))
  addDecision(links.command('decide'))
    .description('link several accounts to their owners, all or none')
    .requiredOption(
      '--account <words>',
      'connection, account and person as "links proposed" prints them, with spaces; repeatable',
      collect,
    )
    .action(act(async () => (await import('./account-links-actions.ts')).decideLinks))
  links
    .command('dismiss')
    .description('dismiss a proposal; it returns if its reason changes')
    .requiredOption('--account <words>', 'as "links proposed" prints them; repeatable', collect)
    .requiredOption('--user <id>', 'person of the organization who decides')
    .action(act(async () => (await import('./proposals-actions.ts')).dismissProposals))
  links
    .command('dismissed')
    .description('list dismissed proposals')
    .action(act(async () => (await import('./proposals-actions.ts')).listDismissed))
  links
    .command('restore')
    .description('restore a dismissed proposal')
    .argument('<id>', 'as "links dismissed" prints it')
    .action(act(async () => (await import('./proposals-actions.ts')).restoreProposal))
  links
    .command('addresses')
    .description('list confirmed further addresses of people')
    .action(act(async () => (await import('./addresses-actions.ts')).listAddresses))
  addDecision(links.command('confirm-address'))
    .description('confirm a further address of a person')
    .argument('<address>', 'the e-mail address')
    .requiredOption('--person <id>', 'the person, as "people list --json" prints the id')
    .action(act(async () => (await import('./addresses-actions.ts')).confirmAddress))
  links
    .command('remove-address')
    .description('revoke a confirmed address')
    .argument('<id>', 'as "links addresses" prints it')
    .requiredOption('--user <id>', 'person of the organization who revokes it')
    .action(act(async () => (await import('./revoke-decision-actions.ts')).revokeDecision.bind(undefined, 'address')))
  links
    .command('remove')
    .description('revoke a link between an account and a person')
    .argument('<id>', 'id of the link')
    .requiredOption('--user <id>', 'person of the organization who revokes it')
    .action(act(async () => (await import('./revoke-decision-actions.ts')).revokeDecision.bind(undefined, 'link')))
}
