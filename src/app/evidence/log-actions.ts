import { writeFile } from 'node:fs/promises'
import { expectBundle } from '../../author/running/bundle-place.ts'
import { CheckwrightError, isSystemError } from '../../errors/index.ts'
import { readManifest } from '../../evidence/bundle/manifest.ts'
import { openBundle } from '../../evidence/bundle/open-bundle.ts'
import { findCheckpoint } from '../../evidence/log/checkpoint.ts'
import { type LogProof, parseLogRecord, toProofFile } from '../../evidence/log/log-proof.ts'
import { tellOtherBundle } from '../../evidence/verification/find-log-entry.ts'
import { readManifestDigest } from '../../evidence/verification/read-manifest-digest.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { countNoun } from '../../text/count-noun.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { readNote, useLog } from '../../things/commands/log-access.ts'
import type { LogComparison } from '../../things/log/log.ts'

const listed = 1_000

/** The signed head of the log, to be kept by somebody else. */
export function printCheckpoint(options: GlobalOptions, context: Context): Promise<ExitCode> {
  return useLog(options, context, async ({ log }, organizationId, { out, err, json }) => {
    const head = await log.head(organizationId)
    if (options.json) json(head)
    else {
      // On stderr, so that "> checkpoint.txt" contains only the checkpoint.
      err.line(`${head.origin} has ${countNoun(head.size, 'entry', 'entries')}. Key: ${head.verifierKey}`)
      out.write(head.checkpoint)
    }
    return exitCodes.fine
  })
}

/** Whether all that was there at a kept checkpoint is there, unchanged. */
export async function compareCheckpoint(place: string, options: GlobalOptions, context: Context): Promise<ExitCode> {
  const earlier = findCheckpoint(await readNote(place, context.terminal))
  return useLog(options, context, async ({ log }, organizationId, { out, json }) => {
    const comparison = await log.compare(organizationId, earlier)
    const isWhole = comparison.outcome === 'same' || comparison.outcome === 'grown'
    const { earlier: checkpoint, ...compared } = comparison
    if (options.json) json({ ...compared, kept: checkpoint })
    else {
      const mark = isWhole ? out.paint('green', '✓') : out.paint('red', '✗')
      out.line(`${mark} ${explainComparison(comparison)}`)
    }
    return isWhole ? exitCodes.fine : exitCodes.notVerified
  })
}

/** Writes the proof that the log has the run of a bundle, beside the bundle. */
export async function proveBundle(bundle: string, options: GlobalOptions, context: Context): Promise<ExitCode> {
  await expectBundle(bundle)
  const { id: subject, kind: of, manifestSha256 } = await readRun(bundle)
  return useLog(options, context, async ({ log }, organizationId, { out, json }) => {
    const kind = of === 'access-review' ? 'review.ended' : 'run.ended'
    const file = toProofFile(bundle)
    const proof = await log.prove(organizationId, { kind, subject })
    demandSameBundle(proof, manifestSha256)
    await writeFile(file, proof).catch((error: unknown) => {
      if (!isSystemError(error)) throw error
      throw createFileError(`"${file}" cannot be written`, error, 'Choose a folder that you may write to.')
    })
    if (options.json) json({ file })
    else out.line(`Written: ${file}. "${formatCommand(shell`verify ${bundle}`, options)}" reads it.`)
    return exitCodes.fine
  })
}

/** Runs that somebody asked for and that have no end: of a process that was killed, or taken away on purpose. */
export function listUnendedRuns(options: GlobalOptions, context: Context): Promise<ExitCode> {
  return useLog(options, context, async ({ log }, organizationId, { out, json }) => {
    const leaves = await log.listUnended(organizationId, { limit: listed })
    const runs = leaves.map(({ subject: run, number, atMs }) => ({ run, number, at: new Date(atMs).toISOString() }))
    if (options.json) json(runs)
    else if (runs.length === 0) out.line('Every run that began more than an hour ago has its end in the log.')
    else
      out.write(
        formatColumns(
          runs.map(({ run, number, at }) => [run, at, `entry ${number}`]),
          out,
        ),
      )
    return exitCodes.fine
  })
}

function explainComparison({ outcome, earlier, now, restored, destroyed }: LogComparison): string {
  const before = countNoun(earlier, 'entry', 'entries')
  const restore =
    restored === undefined
      ? ''
      : ` A backup was restored at ${restored.at}, as entry ${restored.number} says. Entries that were made after the backup and before that are gone. Compare a checkpoint from before the backup, too: it shows whether the first ${countNoun(restored.number, 'entry', 'entries')} are unchanged.`
  switch (outcome) {
    case 'same':
      return `The log is as it was at the checkpoint: ${before}, none changed.${explainDestroyed(destroyed)}`
    case 'grown':
      return `The ${before} of the checkpoint are there, unchanged and in their order; ${now.size - earlier} came later.${explainDestroyed(destroyed)}`
    case 'older':
      return `The log is older than this checkpoint: the checkpoint has ${before}, the log only ${now.size}. A backup was restored, or the end of the log was cut off.${restore}`
    case 'missing':
      return `Entries are missing: the log says that it has ${countNoun(now.size, 'entry', 'entries')}, and not all of them are there.${restore}`
    case 'other':
      return `The first ${before} of the log are not those of the checkpoint, or not what their records say: some were changed, dropped or reordered.${restore}`
  }
}

function explainDestroyed(destroyed: number): string {
  return destroyed === 0
    ? ''
    : ` The records of ${countNoun(destroyed, 'entry', 'entries')} were destroyed: nobody can tell what they said.`
}

/** A proof that "verify" would refuse is not written. @throws CheckwrightError `LOG_BUNDLE_OTHER` */
function demandSameBundle(proof: string, manifestSha256: string): void {
  const { record } = JSON.parse(proof) as LogProof
  const unlike = tellOtherBundle(parseLogRecord(record) ?? {}, manifestSha256)
  if (unlike !== undefined) throw new CheckwrightError(`The proof ${unlike}`, { code: 'LOG_BUNDLE_OTHER' })
}

async function readRun(bundle: string) {
  const source = await openBundle(bundle)
  try {
    const { run } = (await readManifest(source)) ?? {}
    if (typeof run?.id === 'string')
      return { id: run.id, kind: run.kind, manifestSha256: await readManifestDigest(source) }
  } finally {
    await source.close()
  }
  throw new CheckwrightError(`${bundle} has no manifest that names its run.`, { code: 'BUNDLE_INVALID' })
}
