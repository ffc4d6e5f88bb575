import type { Register } from '../../service/commands/register.ts'

const load = () => import('./replay-actions.ts')

export const registerReplay: Register = (program, act) => {
  program
    .command('replay')
    .description('replay the checks of a bundle offline, and compare the results')
    .argument('<bundle>', 'folder or .zip that "run --out" wrote')
    .argument('[connector]', 'id or file of the connector (default: the shipped one that the bundle names)')
    .option('--force', 'replay a run even if not everything was kept')
    .option('--verbose', 'show what checks log by ctx.log')
    .option('--trace', 'show each request with its status, as the bundle answers it')
    .action(act(async () => (await load()).runReplayCommand))
}
