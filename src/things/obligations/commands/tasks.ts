import { Option } from 'commander'
import { taskStates } from '../../../checks/obligations/task-state.ts'
import type { Register } from '../../../service/commands/register.ts'
import { collect, parseAtLeastOne } from '../../commands/options/parse-option.ts'

const load = () => import('./tasks-actions.ts')

export const registerTasks: Register = (program, act) => {
  const tasks = program.command('tasks').description('list, add and end obligations, or state that one was done')
  tasks
    .command('list', { isDefault: true })
    .description('list obligations; those that need attention come first')
    .addOption(new Option('--state <state>', 'only those in a state').choices([...taskStates]))
    .action(act(async () => (await load()).listTasks))
  tasks
    .command('templates')
    .description('list templates: the obligations that auditors of SOC 2 and ISO 27001 expect, or those of a framework')
    .option('--framework <id>', 'those of any framework; for most they follow from its groups: nist-csf-2.0')
    .action(act(async () => (await load()).listTemplates))
  tasks
    .command('missing')
    .description('list what the controls of a framework lack: checks, connections or recent evidence')
    .argument('[framework]', 'such as soc2 (default: all)')
    .action(act(async () => (await load()).listMissingProof))
  tasks
    .command('add')
    .description('add an obligation of your own, or from templates')
    .option('--template <id>', 'a template; repeatable', collect)
    .option(
      '--framework <id>',
      'all templates of a framework, with due days over the year: soc2, nist-csf-2.0, or one of your own',
    )
    .option('--title <text>', 'title of your own obligation')
    .option('--description <text>', 'what has to be done')
    .option('--every <days>', 'its cadence in days', parseAtLeastOne)
    .option('--due <day>', 'last day for the first time, such as 2027-01-31')
    .option('--control <id>', 'a control, such as soc2:CC6.2; repeatable', collect)
    .option('--check <name>', 'a check that has to pass, such as cross-check/leavers; repeatable', collect)
    .option('--access-reviews', 'finished access reviews meet it')
    .option('--statements', 'accepted statements meet it (default: if nothing else does)')
    .option('--owner <id>', 'person of the organization who takes care of it')
    .action(act(async () => (await load()).addTasks))
  tasks
    .command('state')
    .description('state that an obligation was done; the statement counts once another person accepts it')
    .argument('<id>', 'id of the obligation')
    .option('--text <text>', 'what was done')
    .option('--done <day>', 'day on which it was done (default: today)')
    .option('--file <id>', 'an upload that shows it; repeatable', collect)
    .requiredOption('--user <id>', 'person of the organization who says it')
    .action(act(async () => (await load()).stateTask))
  tasks
    .command('end')
    .description('end an obligation: it is no longer due')
    .argument('<id>', 'id of the obligation')
    .action(act(async () => (await load()).endTask))
}
