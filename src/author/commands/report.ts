import type { Register } from '../../service/commands/register.ts'
import { createFormatOption } from '../../things/commands/options/shared-options.ts'

const load = () => import('./report-actions.ts')

export const registerReport: Register = (program, act) => {
  program
    .command('report')
    .description('write recorded runs in another format: html, sarif, junit, ocsf, oscal, markdown and more')
    .argument('<run...>', 'folder or .zip that "run --out" wrote, or what "run --json" printed')
    .addOption(createFormatOption())
    .option('--baseline <run>', 'show what changed since this run: its folder, .zip or file')
    .action(act(async () => (await load()).runReportCommand))
}
