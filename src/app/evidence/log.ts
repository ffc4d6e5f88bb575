import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

export const registerLog: Register = (program, act) => {
  const log = program
    .command('log')
    .description('prove that nothing in the transparency log was changed or dropped since a checkpoint')
  log
    .command('checkpoint', { isDefault: true })
    .description('print a signed checkpoint of the log, to be kept by an independent person')
    .action(act(async () => (await import('./log-actions.ts')).printCheckpoint))
  log
    .command('witness')
    .description('compare the log with an earlier checkpoint')
    .argument('<url|file>', 'where the checkpoint was kept; "-" for standard input')
    .action(act(async () => (await import('./log-actions.ts')).compareCheckpoint))
  log
    .command('prove')
    .description('write a proof that the log contains a run, next to its bundle')
    .argument('<bundle>', 'folder or .zip of the run')
    .action(act(async () => (await import('./log-actions.ts')).proveBundle))
  log
    .command('prove-growth')
    .description(
      'print a proof that the log has only grown since a checkpoint, for the person who keeps that checkpoint',
    )
    .argument('<url|file>', 'where the checkpoint was kept; "-" for standard input')
    .action(act(async () => (await import('./log-growth-actions.ts')).printGrowthProof))
  log
    .command('verify-growth')
    .description('verify offline that the log has only grown between two checkpoints')
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
    .description('list runs that started more than an hour ago and have not ended')
    .action(act(async () => (await import('./log-actions.ts')).listUnendedRuns))
}
