import { Option } from 'commander'
import { severities } from '../../../define/index.ts'
import type { Register } from '../../../service/commands/register.ts'
import { parseAtLeastOne } from '../../commands/options/parse-option.ts'

const load = () => import('./findings-actions.ts')

export const registerFindings: Register = (program, act) => {
  const findings = program.command('findings').description('list findings, set owners and due dates')
  findings
    .command('list', { isDefault: true })
    .description('list open findings, soonest due first')
    .option('--connection <id>', 'of one connection (default: all)')
    .option('--connector <id>', 'of one connector (default: all)')
    .addOption(
      new Option('--state <state>', 'in one state (default: those that fail)').choices([
        'open',
        'regressed',
        'resolved',
      ]),
    )
    .addOption(new Option('--severity <severity>', 'of one severity').choices([...severities]))
    .option('--check <id>', 'of one check')
    .option('--control <id>', 'of one control, such as soc2:CC6.1')
    .option('--search <text>', 'with this in the person, the resource or the title')
    .option('--owner <id>', 'of one person')
    .option('--unowned', 'of nobody')
    .option('--overdue', 'whose due day is over')
    .option('--due-from <day>', 'due on this day or later')
    .option('--due-to <day>', 'due on this day or earlier')
    .option('--accepted', 'whose risk is accepted, which are left out otherwise')
    .addOption(new Option('--sort <order>', 'what comes first').choices(['due', 'severity', 'changed']).default('due'))
    .option('--limit <n>', 'how many', parseAtLeastOne, 50)
    .option('--csv', 'all of them as CSV')
    .action(act(async () => (await load()).listFindings))
  findings
    .command('show')
    .description('show a finding and its history')
    .argument('<id>', 'id of the finding')
    .action(act(async () => (await load()).showFinding))
  findings
    .command('set')
    .description('set the owner or the due date of a finding')
    .argument('<id>', 'id of the finding')
    .option('--owner <id>', 'person of the organization who takes care of it')
    .option('--no-owner', 'nobody takes care of it')
    .option('--due <day>', 'day by which it has to be resolved, with --reason')
    .option('--no-due', 'due by its severity again')
    .option('--reason <text>', 'why it is due on this day')
    .option('--user <id>', 'person of the organization who changes it')
    .action(act(async () => (await load()).setFinding))
  const days = findings.command('due-days').description('show or set the days until a finding is due, by severity')
  for (const severity of severities) days.option(`--${severity} <days>`, `days for ${severity}`, parseAtLeastOne)
  days.action(act(async () => (await load()).dueDays))
}
