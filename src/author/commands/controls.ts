import { Option } from 'commander'
import type { Register } from '../../service/commands/register.ts'
import { ageUnitsMs, collect, parseDuration } from '../../things/commands/options/parse-option.ts'

const load = () => import('./controls-actions.ts')

export const registerControls: Register = (program, act) => {
  program
    .command('controls')
    .description('show which controls of a framework the runs satisfy')
    .argument(
      '[framework...]',
      'soc2, iso27001, hipaa, gdpr or another that "frameworks" lists, or a file: ./acme.yaml (default: these four)',
    )
    .option(
      '--run <path>',
      'folder, .zip or run.json to judge by; may be given again (default: the newest in the store)',
      collect,
    )
    .addOption(
      new Option(
        '--stale-after <time>',
        'evidence older than this proves nothing: 12h, 30d, 8w (default: 30d)',
      ).argParser(parseDuration(ageUnitsMs, 'hours, days or weeks, such as 30d')),
    )
    .addOption(
      new Option('--format <format>', 'how controls are printed')
        .choices(['table', 'markdown', 'json'])
        .default('table'),
    )
    .action(act(async () => (await load()).runControlsCommand))
}
