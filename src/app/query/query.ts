import { Option } from 'commander'
import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

const load = () => import('./query-actions.ts')

export const registerQuery: Register = (program, act) => {
  program
    .command('query')
    .description(
      'ask the store by SQL: one SELECT over runs, checks, results, findings, controls, people, accounts, links and obligations',
    )
    .argument(
      '<sql>',
      'one SELECT in the dialect of SQLite, or - to read it from stdin; "views" lists views and columns',
    )
    .option('--as-of <day>', 'everything as it stood at the end of this day in UTC: 2026-07-01 (default: now)')
    .option('--from <day>', 'only runs since this day in UTC (default: all that are kept)')
    .option(
      '--framework <framework>',
      'framework of the view "controls", by id or file; may be given again (default: soc2, iso27001, hipaa and gdpr)',
      collect,
    )
    .addOption(
      new Option('--format <format>', 'how the answer is printed').choices(['csv', 'json', 'parquet']).default('csv'),
    )
    .action(act(async () => (await load()).runQueryCommand))
}
