import type { KeptRun } from '../../checks/kept-run.ts'
import type { AnyConnector, ResultRecord } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { exchangeOfEntry } from '../../evidence/exchange-of-entry.ts'
import { harUnits } from '../../evidence/har.ts'
import { openBundle } from '../../evidence/open-bundle.ts'
import {
  byWorth,
  endpointsOf,
  type Observed,
  type SampleResult,
  sampleOf,
} from '../../report/connector-page/observed.ts'
import { readRuns } from '../read-runs.ts'

/**
 * What a run that was kept shows of its connector: the endpoints it asked and a result of each check.
 * @throws CheckwrightError `CLI_FILE_FAILED`, `BUNDLE_INVALID`; `CLI_USAGE` when no run in it is of the connector
 */
export async function observedRun(path: string, connector: AnyConnector): Promise<Observed> {
  const run = (await readRuns(path)).find(({ head }) => head.connector.id === connector.id)
  if (!run)
    throw new CheckwrightError(`"${path}" holds no run of ${connector.id}. Name one that "run --out" wrote for it.`, {
      code: 'CLI_USAGE',
    })
  const samples: Record<string, SampleResult> = {}
  const names = new Map<string, string>(
    Object.entries(run.head.inputs.credentials ?? {}).map(([id, value]) => [String(value), `{${id}}`]),
  )
  for await (const { check, result } of resultsOf(run, connector)) {
    const [sample, former] = [sampleOf(result), samples[check]]
    if (former === undefined || byWorth(sample, former) < 0) samples[check] = sample
    for (const name of [result.resource.id, result.resource.name])
      if (name !== undefined && !names.has(name)) names.set(name, `{${result.resource.type}}`)
  }
  const asked = await askedIn(path)
  return {
    source: `a run of ${run.head.startedAt.slice(0, 10)}`,
    endpoints: endpointsOf(
      asked.map(({ method, url, check }) => ({ endpoint: `${method} ${pattern(url, connector, names)}`, check })),
    ),
    samples,
  }
}

async function* resultsOf(
  run: KeptRun,
  { checks }: AnyConnector,
): AsyncGenerator<{ check: string; result: ResultRecord }> {
  for (const { id } of checks) for await (const result of run.results(id)) yield { check: id, result }
}

interface Asked {
  readonly method: string
  readonly url: URL
  readonly check: string | undefined
}

/** Nothing where the run alone was kept, without what it asked. */
async function askedIn(path: string): Promise<readonly Asked[]> {
  // A single file is no bundle unless it is a zip, and holds no exchanges.
  const source = await openBundle(path).catch((error: unknown) => {
    if (error instanceof CheckwrightError) return undefined
    throw error
  })
  if (!source?.has('exchanges.har')) return []
  const asked: Asked[] = []
  try {
    for await (const { path: place, text } of harUnits(source.read('exchanges.har'))) {
      const exchange = place === 'log' ? undefined : exchangeOfEntry(jsonOf(text))
      // Of a login the check that it was for says nothing.
      if (exchange?.request)
        asked.push({ method: exchange.method, url: new URL(exchange.url), check: exchange.checkId })
    }
  } finally {
    await source.close()
  }
  return asked
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CheckwrightError('exchanges.har cannot be read. See "checkwright verify".', { code: 'BUNDLE_INVALID' })
  }
}

/**
 * The kind of request: segments that name what was typed in or found are said by what they stand for, so that a page
 * holds neither an account's names nor a line for each of its resources.
 */
function pattern(url: URL, { definition }: AnyConnector, names: ReadonlyMap<string, string>): string {
  const path = url.pathname
    .split('/')
    .map((segment) => names.get(decoded(segment)) ?? (/^\d+$|^[0-9a-f-]{32,36}$/i.test(segment) ? '{id}' : segment))
    .join('/')
  const own = /^https?:\/\/([^/]*)/.exec(definition.baseUrl)?.[1] ?? ''
  // A host with a placeholder is the connector's own, whatever filled it.
  return own === url.host || own.includes('{') ? path : `${url.origin}${path}`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
