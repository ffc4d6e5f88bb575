import type { Command } from 'commander'
import type { Register } from '../register.ts'

export const registerLog: Register = (program, { context, finish }) => {
  const log = program
    .command('log')
    .description('show that nothing was changed or dropped since a checkpoint of the transparency log')
  log
    .command('checkpoint', { isDefault: true })
    .description('print the signed checkpoint of the log; give it to somebody who keeps it')
    .action(async (_options, command: Command) => {
      const { printCheckpoint } = await import('../../actions/evidence/log.ts')
      finish(await printCheckpoint(command.optsWithGlobals(), context))
    })
  log
    .command('witness')
    .description('compare the log with a checkpoint that was kept')
    .argument('<url|file>', 'where the checkpoint was kept; "-" for standard input')
    .action(async (place: string, _options, command: Command) => {
      const { compareCheckpoint } = await import('../../actions/evidence/log.ts')
      finish(await compareCheckpoint(place, command.optsWithGlobals(), context))
    })
  log
    .command('prove')
    .description('write the proof that the log has a run, beside its bundle')
    .argument('<bundle>', 'folder or .zip of the run')
    .action(async (bundle: string, _options, command: Command) => {
      const { proveBundle } = await import('../../actions/evidence/log.ts')
      finish(await proveBundle(bundle, command.optsWithGlobals(), context))
    })
  log
    .command('unended')
    .description('list the runs that began more than an hour ago and have no end')
    .action(async (_options, command: Command) => {
      const { listUnendedRuns } = await import('../../actions/evidence/log.ts')
      finish(await listUnendedRuns(command.optsWithGlobals(), context))
    })
}
