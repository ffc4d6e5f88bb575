import type { Command } from 'commander'
import type { Register } from './register.ts'

export const registerReplay: Register = (program, { context, finish }) => {
  program
    .command('replay')
    .description('run the checks of a bundle again, offline, on what it holds, and compare')
    .argument('<bundle>', 'folder or .zip that "run --out" wrote')
    .argument('[connector]', 'id or file of the connector (default: the shipped one that the bundle names)')
    .option('--force', 'replay also a run of which not everything was kept')
    .action(async (bundle: string, target: string | undefined, _options, command: Command) => {
      const { runReplayCommand } = await import('../commands/replay.ts')
      finish(await runReplayCommand(bundle, target, command.optsWithGlobals(), context))
    })
}
