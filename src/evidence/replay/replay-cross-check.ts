import { describeCode } from '../../checks/results/describe-code.ts'
import type { CrossCheck } from '../../crosscheck/cross-check.ts'
import { type CrossCheckInventory, type CrossCheckSource, cutPieces } from '../../crosscheck/inputs.ts'
import type { StoredLink } from '../../crosscheck/links/stored-link.ts'
import type { CrossCheckRunHead } from '../../crosscheck/run/cross-check-run.ts'
import { runCrossCheck } from '../../crosscheck/run/run-cross-check.ts'
import type { ResultRecord, RunCode } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { KeptRecord } from '../../inventory/parse-record.ts'
import { type BundleSource, linksFile, type RecordFile } from '../bundle/bundle-source.ts'
import { readLines } from '../bundle/json-lines.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import { readSignedRun } from '../bundle/run-text.ts'
import { isCrossCheckRun, toSystemFile } from '../bundle/signed-run.ts'
import { compareResultLists, compareVerdicts, type ReplayDifference } from './compare-results.ts'
import { openRecordedJudgements } from './recorded-judgements.ts'

/** A cross-check, judged again by what its bundle has. */
export interface CrossCheckReplay {
  /** Whether it came to the same verdict, results and scopes. */
  readonly same: boolean
  readonly run: Pick<CrossCheckRunHead, 'id' | 'organizationId' | 'code' | 'startedAt' | 'status'>
  /** The code of the replay; another one than that of the run can explain differences. */
  readonly code: RunCode
  readonly results: number
  readonly differences: readonly ReplayDifference[]
}

/**
 * Judges the cross-check of a bundle again, by its inventories, links and inputs alone. Use `verifyBundle` to check the signature.
 * @throws CheckwrightError `BUNDLE_INVALID`; `RUN_NOT_REPLAYABLE` when it is another one's, or ended outside of its inputs
 */
export async function replayCrossCheckBundle(path: string, crossCheck: CrossCheck): Promise<CrossCheckReplay> {
  const source = await openBundle(path)
  try {
    return await replaySource(path, source, crossCheck)
  } finally {
    await source.close()
  }
}

/** The cross-check that a bundle is of; undefined: it is of a connector. @throws CheckwrightError `BUNDLE_INVALID` */
export async function findBundleCrossCheck(path: string): Promise<string | undefined> {
  const source = await openBundle(path)
  try {
    if (!source.has('run.json')) throw createInvalidError(`"${path}" has no plain file run.json.`)
    const run = await readSignedRun(() => source.read('run.json'))
    return isCrossCheckRun(run) ? run.head.checks[0]?.id : undefined
  } finally {
    await source.close()
  }
}

async function replaySource(path: string, source: BundleSource, crossCheck: CrossCheck): Promise<CrossCheckReplay> {
  if (!source.has('run.json')) throw createInvalidError(`"${path}" has no plain file run.json.`)
  const run = await readSignedRun(() => source.read('run.json'))
  if (!isCrossCheckRun(run)) throw createInvalidError(`"${path}" is not the bundle of a cross-check.`)
  const { head } = run
  const [recorded] = head.checks
  if (recorded?.id !== crossCheck.id)
    throw createRefusal(`The run is of the cross-check "${recorded?.id}", not of "${crossCheck.id}".`)
  if (!head.replayable) throw createRefusal(`The run cannot be replayed. ${head.notReplayableBecause ?? ''}`)
  for (const { connectionId, inventories } of head.inputs.systems)
    for (const inventory of inventories) demandFile(source, toSystemFile(connectionId, inventory))
  demandFile(source, linksFile)
  const inputs = { ...head.inputs, organizationId: head.organizationId }
  const before = await Array.fromAsync(run.results(crossCheck.id))
  await using again = await runCrossCheck(crossCheck, inputs, openBundledSource(source, await placeLinks(source)), {
    id: head.id,
    judgements: openRecordedJudgements(before, inputs),
  })
  const after = await Array.fromAsync(again.results(crossCheck.id))
  const [replayed] = again.head.checks
  const differences = [
    ...(replayed ? compareVerdicts(recorded, replayed) : []),
    ...compareResultLists(withWaivers(before), withWaivers(after)),
    ...compareParts('scopes', head.scopes, again.head.scopes),
    ...compareParts('oldestReadAt', head.oldestReadAt, again.head.oldestReadAt),
    ...compareParts('waivers', head.waivers, again.head.waivers),
  ]
  const { id, organizationId, code, startedAt, status } = head
  return {
    same: differences.length === 0,
    run: { id, organizationId, ...(code && { code }), startedAt, status },
    code: describeCode(crossCheck),
    results: after.length,
    differences,
  }
}

/** Where the links of each connection and kind are in the file: bytes from `start` up to and without `end`. */
type LinkPlaces = ReadonlyMap<string, { readonly start: number; end: number }>

async function placeLinks(source: BundleSource): Promise<LinkPlaces> {
  const places = new Map<string, { readonly start: number; end: number }>()
  let last: string | undefined
  for await (const { text, start, bytes } of readLines(source.read(linksFile))) {
    const { connectionId, of } = parseLine<StoredLink>(linksFile, text)
    const key = `${connectionId}/${of}`
    const place = places.get(key)
    if (place && key !== last) throw createInvalidError(`${linksFile} has the links of "${key}" in several places.`)
    if (place) place.end = start + bytes + 1
    else places.set(key, { start, end: start + bytes + 1 })
    last = key
  }
  return places
}

function openBundledSource(source: BundleSource, places: LinkPlaces): CrossCheckSource {
  return {
    records: (connectionId, inventory: CrossCheckInventory) =>
      cutPieces(readObjects<KeptRecord>(source, toSystemFile(connectionId, inventory))),
    links: (connectionId, of) => {
      const place = places.get(`${connectionId}/${of}`)
      return place ? cutPieces(readObjects<StoredLink>(source, linksFile, place)) : []
    },
  }
}

async function* readObjects<T>(
  source: BundleSource,
  file: RecordFile,
  range?: { readonly start: number; readonly end: number },
): AsyncGenerator<T, void, undefined> {
  for await (const { text } of readLines(source.read(file, range))) yield parseLine<T>(file, text)
}

function parseLine<T>(file: string, text: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Said below.
  }
  if (typeof value !== 'object' || value === null) throw createInvalidError(`${file} has a line that is no record.`)
  return value as T
}

/** What was accepted is decided by the inputs, too. */
function withWaivers(results: readonly ResultRecord[]): readonly ResultRecord[] {
  return results.map(({ waived, ...result }) => ({
    ...result,
    evidence: waived ? { evidence: result.evidence, waived: { ...waived } } : result.evidence,
  }))
}

function compareParts(of: string, recorded: unknown, replayed: unknown): readonly ReplayDifference[] {
  const [before = '', after = ''] = [JSON.stringify(recorded), JSON.stringify(replayed)]
  return before === after ? [] : [{ of, recorded: before.slice(0, 120), replayed: after.slice(0, 120) }]
}

function demandFile(source: BundleSource, file: RecordFile): void {
  if (!source.has(file))
    throw createInvalidError(
      `The bundle has no ${file}, without which nothing can be judged again. Ask for the whole one.`,
    )
}

function createInvalidError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'BUNDLE_INVALID' })
}

function createRefusal(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'RUN_NOT_REPLAYABLE' })
}
