import { expectBundle } from '../../author/running/bundle-place.ts'
import type { CrossCheck } from '../../crosscheck/define/cross-check.ts'
import type { AnyConnector } from '../../define/index.ts'
import type { ReplayDifference } from '../../evidence/replay/compare-results.ts'
import { blockNetwork } from '../../evidence/replay/offline.ts'
import { type CheckReplay, type Replay, readBundleConnector, replayBundle } from '../../evidence/replay/replay.ts'
import { findBundleCrossCheck, replayCrossCheckBundle } from '../../evidence/replay/replay-cross-check.ts'
import { isReceivedBundle, replayReceivedBundle } from '../../evidence/replay/replay-received.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { describeEdit, describeOtherCode } from '../../service/commands/connector-file/describe-edit.ts'
import {
  createUnknownConnectorError,
  isFile,
  loadConnector,
  loadConnectors,
  loadShipped,
} from '../../service/commands/connector-file/load-connector.ts'
import { loadCrossCheck } from '../../service/commands/connector-file/load-cross-check.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { createNarration, type NarrationOptions } from '../../service/commands/narration.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { createAcmeConnector, demoId } from '../demo/acme.ts'

export interface ReplayCommandOptions extends GlobalOptions, NarrationOptions {
  readonly force?: boolean | undefined
}

/**
 * Runs the checks of a bundle again on its recorded answers, and shows different results.
 * @param target file or id of the connector. @default the shipped one of the bundle's id, or the demo's
 * @returns 0 for the same results, 6 for different ones
 */
export async function runReplayCommand(
  bundle: string,
  target: string | undefined,
  options: ReplayCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { force, json, ...narrated } = options
  await expectBundle(bundle)
  const crossCheckId = await findBundleCrossCheck(bundle)
  if (crossCheckId !== undefined)
    return replayCrossCheck(bundle, await loadCrossCheck(crossCheckId, target), options, terminal)
  if (await isReceivedBundle(bundle)) return replayReceived(bundle, options, terminal)
  const { id } = await readBundleConnector(bundle)
  const connector = await loadBundleConnector(id, target)
  const { onEvent, end } = createNarration(narrated, terminal)
  const result = await blockNetwork(() => replayBundle(bundle, connector, { force, onEvent }))
  end()
  const editedSince = describeEdit(result.run.connector, connector) ?? describeOtherCode(result.run.code, result.code)
  if (json) terminal.json({ ...result, editedSince })
  else printReplay(bundle, result, { ...options, editedSince }, terminal)
  return result.same ? exitCodes.fine : exitCodes.notVerified
}

async function replayCrossCheck(
  bundle: string,
  crossCheck: CrossCheck,
  options: ReplayCommandOptions,
  { json: printJson, out, err }: Terminal,
): Promise<ExitCode> {
  const result = await blockNetwork(() => replayCrossCheckBundle(bundle, crossCheck))
  const editedSince = describeOtherCode(result.run.code, result.code)
  if (options.json) printJson({ ...result, editedSince })
  else {
    const safe = (text: string) => cleanLine(text, 300)
    if (editedSince !== undefined) err.line(safe(editedSince))
    const mark = result.same ? out.paint('green', '✓ same     ') : out.paint('red', '✗ different')
    out.line(`${mark} ${safe(crossCheck.id)}   ${countNoun(result.results, 'result')}`)
    for (const line of formatDifferences(result.differences)) out.line(`            ${safe(line)}`)
    out.line()
    out.line(safe(`The cross-check of ${bundle} ${result.same ? 'reaches the same results' : 'has other results'}.`))
    err.line(safe(`To check its signature: ${formatCommand(shell`verify ${bundle}`, options)}`))
  }
  return result.same ? exitCodes.fine : exitCodes.notVerified
}

async function replayReceived(
  bundle: string,
  options: ReplayCommandOptions,
  { json: printJson, out, err }: Terminal,
): Promise<ExitCode> {
  const result = await blockNetwork(() => replayReceivedBundle(bundle))
  if (options.json) printJson(result)
  else {
    const safe = (text: string) => cleanLine(text, 300)
    const other = result.code && describeOtherCode(result.run.code, result.code)
    if (other !== undefined) err.line(safe(other))
    for (const check of result.checks) {
      const mark = check.same ? out.paint('green', '✓ same     ') : out.paint('red', '✗ different')
      out.line(`${mark} ${safe(check.id)}   ${countNoun(check.results, 'result')}`)
      for (const line of formatDifferences(check.differences)) out.line(`            ${safe(line)}`)
    }
    for (const line of formatDifferences(result.differences)) out.line(safe(line))
    out.line()
    out.line(safe(`The file in ${bundle} ${result.same ? 'gives the same results' : 'gives other results'}.`))
    err.line(safe(`To check its signature: ${formatCommand(shell`verify ${bundle}`, options)}`))
  }
  return result.same ? exitCodes.fine : exitCodes.notVerified
}

function formatDifferences(differences: readonly ReplayDifference[]): readonly string[] {
  return differences.map(
    ({ of, field, recorded, replayed }) =>
      `${of}${field === undefined ? '' : `, ${field}`}: ${recorded ?? 'nothing'} → ${replayed ?? 'nothing'}`,
  )
}

/** If a file exports several connectors, the one of the bundle. */
async function loadBundleConnector(id: string, target: string | undefined): Promise<AnyConnector> {
  if (id === demoId && (target === undefined || target === id)) return createAcmeConnector()
  if (target === undefined) {
    const shipped = await loadShipped(id)
    if (shipped) return shipped
    throw createUnknownConnectorError(id, ' among those that are shipped. Name its file behind the bundle')
  }
  if (!isFile(target)) return loadConnector(target)
  const { connectors } = await loadConnectors(target)
  return connectors.find((connector) => connector.id === id) ?? loadConnector(target)
}

function printReplay(
  bundle: string,
  { same, inventories, checks }: Replay,
  { editedSince, ...options }: GlobalOptions & { readonly editedSince: string | undefined },
  { out, err }: Terminal,
): void {
  const safe = (text: string) => cleanLine(text, 300)
  if (editedSince !== undefined) err.line(safe(editedSince))
  for (const list of inventories) {
    const mark = list.same ? out.paint('green', '✓ same     ') : out.paint('red', '✗ different')
    out.line(`${mark} ${safe(list.id)}   ${countNoun(list.records, 'record')}`)
    for (const line of describeReplayDifferences(list)) out.line(`            ${safe(line)}`)
  }
  for (const check of checks) {
    const mark = check.same ? out.paint('green', '✓ same     ') : out.paint('red', '✗ different')
    out.line(`${mark} ${safe(check.id)}   ${countNoun(check.results, 'result')}`)
    for (const line of describeReplayDifferences(check)) out.line(`            ${safe(line)}`)
  }
  const count = checks.filter((check) => check.same).length
  out.line()
  out.line(
    same
      ? safe(
          count === 1
            ? `The check of ${bundle} reaches the same results.`
            : `All ${count} checks of ${bundle} reach the same results.`,
        )
      : count === checks.length
        ? safe(`A list of ${bundle} has other records.`)
        : safe(`${checks.length - count} of ${checks.length} checks of ${bundle} have other results.`),
  )
  err.line(safe(`To check its signature: ${formatCommand(shell`verify ${bundle}`, options)}`))
}

function describeReplayDifferences({
  differences,
  missing,
  reached,
  unasked,
  same,
}: Omit<CheckReplay, 'results'>): readonly string[] {
  return [
    ...missing.map((request) => `requests ${request}, and the bundle has no answer to it`),
    ...reached.map((what) => `tries to ${what} outside its context, and the bundle has no answer to it`),
    ...formatDifferences(differences),
    ...(same || unasked.length === 0 ? [] : [`does not repeat exchange ${unasked.join(', ')}`]),
  ]
}
