import { CheckwrightError, StoreError } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import type { ExitCode } from '../../service/commands/exit-codes.ts'
import { readInput } from '../../service/commands/read-input.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { findOrganization, hasStore, useRuntime } from './open-runtime.ts'

/** A checkpoint has some 250 bytes, a proof some 1,500. */
const noteBytesMax = 100_000

/** Opens the store for work on the log of one organization. @throws StoreError `NOT_FOUND` where there is none */
export async function useLog(
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

/**
 * What somebody kept of a log: text of a file, of standard input for `-`, or at a URL where it is public, since no credential is sent.
 * @throws CheckwrightError `CLI_FILE_FAILED`
 */
export async function readNote(place: string, terminal: Terminal): Promise<string> {
  if (!/^https?:\/\//i.test(place)) return readInput('the command', place, terminal)
  const answer = await fetch(place, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
  if (!answer?.ok)
    throw new CheckwrightError(`Nothing could be read at ${place}${answer ? `: ${answer.status}` : ''}.`, {
      code: 'CLI_FILE_FAILED',
    })
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength
    if (bytes > noteBytesMax)
      throw new CheckwrightError(`${place} is longer than a checkpoint or a proof can be.`, { code: 'CLI_FILE_FAILED' })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
