import { createUsageError } from '../../errors/index.ts'
import { findCheckpoint } from '../../evidence/log/checkpoint.ts'
import { type Growth, verifyGrowth } from '../../evidence/log/growth-proof.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { countNoun } from '../../text/count-noun.ts'
import { readNote, useLog } from '../../things/commands/log-access.ts'
import { loadTrustedKeys, type TrustOptions } from '../../things/commands/trusted-keys.ts'

/** Proves to somebody who kept a checkpoint that the log only grew since. */
export async function printGrowthProof(place: string, options: GlobalOptions, context: Context): Promise<ExitCode> {
  const earlier = findCheckpoint(await readNote(place, context.terminal))
  return useLog(options, context, async ({ log }, organizationId, { json }) => {
    json(await log.proveGrowth(organizationId, earlier))
    return exitCodes.fine
  })
}

/** Whether a log only grew between two checkpoints, for somebody who has nothing else of it. */
export async function verifyGrowthProof(
  place: string,
  proof: string,
  options: TrustOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { keys } = await loadTrustedKeys(options, terminal)
  if (keys.length === 0)
    throw createUsageError('A checkpoint does not contain its key. Give the key itself: --key FILE.')
  const [earlier, shown] = [await readNote(place, terminal), await readNote(proof, terminal)]
  const growth = await verifyGrowth(earlier, shown, (name) => keys.map((key) => ({ name, key })))
  const { out, json } = terminal
  const hasGrown = growth.outcome === 'grown'
  if (options.json)
    json({
      outcome: growth.outcome,
      from: 'now' in growth ? growth.earlier.size : undefined,
      to: 'now' in growth ? growth.now.size : undefined,
    })
  else out.line(`${hasGrown ? out.paint('green', '✓') : out.paint('red', '✗')} ${explainGrowth(growth)}`)
  return hasGrown ? exitCodes.fine : exitCodes.notVerified
}

function explainGrowth(growth: Growth): string {
  switch (growth.outcome) {
    case 'unreadable':
      return 'The second file is not a proof of growth that has a checkpoint. Ask for one up to the present.'
    case 'kept-unsigned':
      return 'The first file is not a checkpoint that a trusted key signed.'
    case 'now-unsigned':
      return 'The proof has a checkpoint that no trusted key signed.'
    case 'another':
      return `The checkpoints are of two logs: ${growth.earlier.origin} and ${growth.now.origin}.`
  }
  const { earlier, now } = growth
  const before = countNoun(earlier.size, 'entry', 'entries')
  switch (growth.outcome) {
    case 'grown':
      return `The log ${now.origin} has the ${before} of the checkpoint, unchanged and in their order; ${now.size - earlier.size} came later.`
    case 'older':
      return `The log is older than the checkpoint: the checkpoint has ${before}, the log now only ${now.size}. A backup was restored, or the end of the log was cut off.`
    case 'forked':
      return `The log does not have the ${before} of the checkpoint: some were changed, dropped or reordered, or a backup was restored and the log went another way. A trusted key signed both checkpoints, which proves it.`
  }
}
