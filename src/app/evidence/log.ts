import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

export const registerLog: Register = (program, act) => {
  const log = program
    .command('log')
    .description('show that nothing was changed or dropped since a checkpoint of the transparency log')
  log
    .command('checkpoint', { isDefault: true })
    .description('print the signed checkpoint of the log; give it to somebody who keeps it')
    .action(act(async () => (await import('./log-actions.ts')).printCheckpoint))
  log
    .command('witness')
    .description('compare the log with a checkpoint that was kept')
    .argument('<url|file>', 'where the checkpoint was kept; "-" for standard input')
    .action(act(async () => (await import('./log-actions.ts')).compareCheckpoint))
  log
    .command('prove')
    .description('write the proof that the log has a run, beside its bundle')
    .argument('<bundle>', 'folder or .zip of the run')
    .action(act(async () => (await import('./log-actions.ts')).proveBundle))
  log
    .command('prove-growth')
    .description('print the proof that the log only grew since a checkpoint; give it to somebody who kept that')
    .argument('<url|file>', 'where the checkpoint was kept; "-" for standard input')
    .action(act(async () => (await import('./log-growth-actions.ts')).printGrowthProof))
  log
    .command('verify-growth')
    .description('verify, without the log, that it only grew between two checkpoints')
    .argument('<checkpoint>', 'URL or file of the earlier checkpoint; "-" for standard input')
    .argument('<proof>', 'URL or file that "prove-growth" or the API wrote')
    .option(
      '-k, --key <file>',
      'public key of the signer; may be given again (default: the keys of the store)',
      collect,
    )
    .action(act(async () => (await import('./log-growth-actions.ts')).verifyGrowthProof))
  log
    .command('unended')
    .description('list the runs that began more than an hour ago and have no end')
    .action(act(async () => (await import('./log-actions.ts')).listUnendedRuns))
}
