import { writeFile } from 'node:fs/promises'
import { CheckwrightError, isSystemError, StoreError } from '../../../errors/index.ts'
import { readManifest } from '../../../evidence/bundle/manifest.ts'
import { openBundle } from '../../../evidence/bundle/open-bundle.ts'
import { findCheckpoint } from '../../../evidence/log/checkpoint.ts'
import { toProofFile } from '../../../evidence/log/log-proof.ts'
import type { LogComparison } from '../../../runtime/log/log.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { countNoun } from '../../../text/count-noun.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { findOrganization, hasStore, useRuntime } from '../../open-runtime.ts'
import { formatColumns } from '../../output/format-columns.ts'
import type { Terminal } from '../../output/terminal.ts'
import { createFileError, readInput } from '../../read-input.ts'
import { expectBundle } from '../../runs/bundle-place.ts'

const listed = 1_000
const checkpointBytesMax = 100_000

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
  const kept = findCheckpoint(await readPlace(place, context.terminal))
  return useLog(options, context, async ({ log }, organizationId, { out, json }) => {
    const comparison = await log.compare(organizationId, kept)
    const isWhole = comparison.outcome === 'same' || comparison.outcome === 'grown'
    if (options.json) json(comparison)
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
  const { id: subject, kind: of } = await readRun(bundle)
  return useLog(options, context, async ({ log }, organizationId, { out, json }) => {
    const kind = of === 'access-review' ? 'review.ended' : 'run.ended'
    const file = toProofFile(bundle)
    await writeFile(file, await log.prove(organizationId, { kind, subject })).catch((error: unknown) => {
      if (!isSystemError(error)) throw error
      throw createFileError(`"${file}" cannot be written`, error, 'Choose a folder that you may write to.')
    })
    if (options.json) json({ file })
    else out.line(`Written: ${file}. "checkwright verify ${bundle}" reads it.`)
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

function explainComparison({ outcome, kept, now, restored, destroyed }: LogComparison): string {
  const before = countNoun(kept, 'entry', 'entries')
  const restore =
    restored === undefined
      ? ''
      : ` A backup was restored at ${restored.at}, as entry ${restored.number} says. Entries that were made after the backup and before that are gone. Compare a checkpoint from before the backup, too: it shows whether the first ${countNoun(restored.number, 'entry', 'entries')} are unchanged.`
  switch (outcome) {
    case 'same':
      return `The log is as it was at the checkpoint: ${before}, none changed.${explainDestroyed(destroyed)}`
    case 'grown':
      return `The ${before} of the checkpoint are there, unchanged and in their order; ${now.size - kept} came later.${explainDestroyed(destroyed)}`
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

async function useLog(
  options: GlobalOptions,
  { terminal }: Context,
  work: (runtime: Runtime, organizationId: string, terminal: Terminal) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!hasStore(options))
    throw new StoreError(`There is no store at ${options.store}. Name it with --store.`, { code: 'NOT_FOUND' })
  return useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await findOrganization(runtime, options)
    if (organizationId === undefined)
      throw new StoreError('The store has no organization, and so no log.', { code: 'NOT_FOUND' })
    return work(runtime, organizationId, terminal)
  })
}

async function readRun(bundle: string): Promise<{ readonly id: string; readonly kind: string | undefined }> {
  const source = await openBundle(bundle)
  try {
    const { run } = (await readManifest(source)) ?? {}
    if (typeof run?.id === 'string') return { id: run.id, kind: run.kind }
  } finally {
    await source.close()
  }
  throw new CheckwrightError(`${bundle} has no manifest that names its run.`, { code: 'BUNDLE_INVALID' })
}

/** By URL only where it is public text: no credential is sent. */
async function readPlace(place: string, terminal: Terminal): Promise<string> {
  if (!/^https?:\/\//i.test(place)) return readInput('witness', place, terminal)
  const answer = await fetch(place, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
  if (!answer?.ok)
    throw new CheckwrightError(`No checkpoint could be read at ${place}${answer ? `: ${answer.status}` : ''}.`, {
      code: 'CLI_FILE_FAILED',
    })
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength
    if (bytes > checkpointBytesMax)
      throw new CheckwrightError(`${place} is longer than a checkpoint can be.`, { code: 'CLI_FILE_FAILED' })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
