import type { Register } from '../../../service/commands/register.ts'

export const registerOpenTicket: Register = (command, act) => {
  command
    .command('open')
    .description('make an issue of a finding, or bring the one that it has up to date')
    .argument('<finding>', 'id of the finding')
    .requiredOption('--tracker <id>', 'the tracker that gets the issue')
    .action(act(async () => (await import('./open-ticket.ts')).openTicket))
}
