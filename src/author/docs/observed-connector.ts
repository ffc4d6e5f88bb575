import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError, createUsageError } from '../../errors/index.ts'
import { openBundle } from '../../evidence/bundle/open-bundle.ts'
import { readHarUnits } from '../../evidence/bundle/read-har.ts'
import type { Recording } from '../../evidence/recording/recording.ts'
import { parseHarEntry } from '../../evidence/replay/parse-har-entry.ts'
import {
  compareWorth,
  groupEndpoints,
  type ObservedConnector,
  type SampleResult,
  toSampleResult,
} from '../../report/connector-page/sample-results.ts'
import { isFile } from '../../service/commands/connector-file/load-connector.ts'
import { decodePercent } from '../../text/decode-percent.ts'
import { readRuns } from '../running/read-runs.ts'
import { findRecordings, readRecording } from '../running/recordings.ts'

/** The recorded activity of checks, as far as a page shows it. */
interface SeenAtWork {
  readonly credentials: Readonly<Record<string, unknown>>
  readonly results: AsyncIterable<{ readonly check: string; readonly result: SampleResult }>
  readonly asked: readonly { readonly method: string; readonly url: string; readonly checks: readonly string[] }[]
}

/**
 * The requests and answers of a connector: from a kept run, otherwise from the recordings of its file.
 * @param entry id or file of the connector
 * @param path a given bundle or recording
 * @returns undefined if nothing was recorded
 * @throws CheckwrightError `CLI_FILE_FAILED`, `BUNDLE_INVALID`, `RECORDING_INVALID`; `CLI_USAGE` for a run of another connector
 */
export async function observe(
  connector: AnyConnector,
  entry: string,
  path: string | undefined,
): Promise<ObservedConnector | undefined> {
  if (path !== undefined && !(await isRecording(path))) return observeRun(path, connector)
  const files = path === undefined ? await listRecordings(entry) : [path]
  const recordings = (await Promise.all(files.map(readRecording))).filter((each) => each.connector.id === connector.id)
  if (recordings.length > 0) return observeConnector(connector, 'its recordings', recordings.map(toSeenRecording))
  if (path === undefined) return undefined
  throw createOtherConnectorError(path, connector)
}

async function isRecording(path: string): Promise<boolean> {
  if (extname(path) !== '.json') return false
  return (await readFile(path, 'utf8').catch(() => '')).slice(0, 200).includes('"checkwright.recording/')
}

async function listRecordings(entry: string): Promise<readonly string[]> {
  return isFile(entry) && existsSync(entry) ? findRecordings(entry) : []
}

function toSeenRecording({ inputs, checks, exchanges }: Recording): SeenAtWork {
  return {
    credentials: inputs.credentials,
    results: (async function* () {
      for (const { id, results } of checks) for (const result of results) yield { check: id, result }
    })(),
    asked: exchanges.map(({ checks, request: { method, url } }) => ({ checks, method, url })),
  }
}

async function observeRun(path: string, connector: AnyConnector): Promise<ObservedConnector> {
  const run = (await readRuns(path)).find(({ head }) => head.connector.id === connector.id)
  if (!run) throw createOtherConnectorError(path, connector)
  const seen = {
    credentials: run.head.inputs.credentials,
    results: listSampleResults(run),
    asked: await listAskedRequests(path),
  }
  return observeConnector(connector, `a run of ${run.head.startedAt.slice(0, 10)}`, [seen])
}

async function* listSampleResults({
  head,
  results,
}: RecordedRun): AsyncGenerator<{ check: string; result: SampleResult }> {
  for (const { id } of head.checks) for await (const result of results(id)) yield { check: id, result }
}

function createOtherConnectorError(path: string, { id }: AnyConnector): CheckwrightError {
  return createUsageError(`"${path}" is not of ${id}. Name a run or recording of this connector.`)
}

/** Empty if the run was kept without its exchanges. */
async function listAskedRequests(path: string): Promise<SeenAtWork['asked']> {
  // A single file is not a bundle unless it is a zip, and has no exchanges.
  const source = await openBundle(path).catch((error: unknown) => {
    if (error instanceof CheckwrightError) return undefined
    throw error
  })
  if (!source?.has('exchanges.har')) return []
  const asked: { method: string; url: string; checks: string[] }[] = []
  try {
    for await (const { path: place, text } of readHarUnits(source.read('exchanges.har'))) {
      const exchange = place === 'log' ? undefined : parseHarEntry(parseExchangeJson(text))
      // A login is kept without the check that it was for.
      if (exchange?.request)
        asked.push({ method: exchange.method, url: exchange.url, checks: [exchange.checkId ?? []].flat() })
    }
  } finally {
    await source.close()
  }
  return asked
}

function parseExchangeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CheckwrightError('exchanges.har cannot be read. See "checkwright verify".', { code: 'BUNDLE_INVALID' })
  }
}

async function observeConnector(
  connector: AnyConnector,
  source: string,
  all: readonly SeenAtWork[],
): Promise<ObservedConnector> {
  const samples: Record<string, SampleResult> = {}
  const names = new Map<string, string>()
  for (const { credentials = {}, results } of all) {
    for (const [id, value] of Object.entries(credentials)) names.set(String(value), `{${id}}`)
    for await (const { check, result } of results) {
      const [sample, former] = [toSampleResult(result), samples[check]]
      if (former === undefined || compareWorth(sample, former) < 0) samples[check] = sample
      for (const name of [result.resource.id, result.resource.name])
        if (name !== undefined && !names.has(name)) names.set(name, `{${result.resource.type}}`)
    }
  }
  const asked = all.flatMap(({ asked }) =>
    asked.map(({ method, url, checks }) => ({
      endpoint: `${method} ${toRequestPattern(url, connector, names)}`,
      checks,
    })),
  )
  return { source, endpoints: groupEndpoints(asked), samples }
}

/**
 * The kind of request. Segments with typed or found values are replaced by their names, so that a page has neither an
 * account's names nor a line for each resource.
 */
function toRequestPattern(address: string, { definition }: AnyConnector, names: ReadonlyMap<string, string>): string {
  const url = new URL(address)
  const path = url.pathname
    .split('/')
    .map(
      (segment) =>
        names.get(decodePercent(segment) ?? segment) ?? (/^\d+$|^[0-9a-f-]{32,36}$/i.test(segment) ? '{id}' : segment),
    )
    .join('/')
  const own = /^https?:\/\/([^/]*)/.exec(definition.baseUrl)?.[1] ?? ''
  // A host with a placeholder is the connector's own, whatever its value.
  return own === url.host || own.includes('{') ? path : `${url.origin}${path}`
}
