import { type CrossCheckInventory, type CrossCheckSource, cutPieces } from '../../crosscheck/define/inputs.ts'
import type { StoredLink } from '../../crosscheck/define/stored-link.ts'
import type { CrossCheckRunHead } from '../../crosscheck/run/cross-check-run.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { type BundleSource, linksFile, type RecordFile } from '../bundle/bundle-source.ts'
import { readBundleLines } from '../bundle/json-lines.ts'
import { readSignedRun } from '../bundle/run-text.ts'
import { isCrossCheckRun, type SignedRun, toSystemFile } from '../bundle/signed-run.ts'

/** The run of a cross-check in its bundle. @throws CheckwrightError `BUNDLE_INVALID` */
export async function readCrossCheckRun(
  path: string,
  source: BundleSource,
): Promise<SignedRun & { readonly head: CrossCheckRunHead }> {
  if (!source.has('run.json')) throw createInvalidError(`"${path}" has no plain file run.json.`)
  const run = await readSignedRun(() => source.read('run.json'))
  if (!isCrossCheckRun(run)) throw createInvalidError(`"${path}" is not the bundle of a cross-check.`)
  return run
}

/** The records and links that the cross-check of a bundle judged by. @throws CheckwrightError `BUNDLE_INVALID` if one is missing */
export async function openJudgedInputs(source: BundleSource, { inputs }: CrossCheckRunHead): Promise<CrossCheckSource> {
  for (const { connectionId, inventories } of inputs.systems)
    for (const inventory of inventories) demandFile(source, toSystemFile(connectionId, inventory))
  demandFile(source, linksFile)
  return openBundledSource(source, await placeLinks(source))
}

/** Where the links of each connection and kind are in the file: bytes from `start` up to and without `end`. */
type LinkPlaces = ReadonlyMap<string, { readonly start: number; end: number }>

async function placeLinks(source: BundleSource): Promise<LinkPlaces> {
  const places = new Map<string, { readonly start: number; end: number }>()
  let last: string | undefined
  for await (const { text, start, bytes } of readBundleLines(source.read(linksFile))) {
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
      cutPieces(readObjects<StoredRecord>(source, toSystemFile(connectionId, inventory))),
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
  for await (const { text } of readBundleLines(source.read(file, range))) yield parseLine<T>(file, text)
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

function demandFile(source: BundleSource, file: RecordFile): void {
  if (!source.has(file))
    throw createInvalidError(
      `The bundle has no ${file}, without which nothing can be judged again. Ask for the whole one.`,
    )
}

export function createInvalidError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'BUNDLE_INVALID' })
}
