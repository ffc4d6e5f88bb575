import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { codeConnectorIds, connectors } from 'checkwright/connectors'
import { writeRecording } from '../../src/author/running/recordings.ts'
import { createSampleValues } from '../../src/author/testing/contract/sample-values.ts'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import { type AnyConnector, toInventoryId } from '../../src/define/index.ts'
import { makeRecording } from '../../src/evidence/recording/make-recording.ts'
import type { RecordedExchange } from '../../src/evidence/recording/recording.ts'
import { readLedger } from '../../src/http/exchanges/ledger.ts'
import { runChecks } from '../../src/things/runs/run-checks.ts'

/** Invented answers of a vendor. */
interface Answers {
  readonly now: string
  /** Values of the connection's fields that are no secret, where the answers name them. */
  readonly credentials?: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, string | number | boolean>>
  /**
   * By method and path with its query, as far as it tells one answer from another: `GET /v1/servers?page=2`. A text of the request's
   * body may follow: `POST /graphql query Users(`.
   */
  readonly answers: Readonly<
    Record<
      string,
      {
        readonly status?: number
        readonly headers?: Readonly<Record<string, string>>
        readonly json?: unknown
        readonly text?: string
      }
    >
  >
}

/**
 * Writes a world of a shipped connector from invented answers: what its checks ask, what they were answered, and what they said.
 *
 *   npm run world -- hetzner answers.json
 */
const [id = '', from = '', out = `connectors/${id}/worlds/sound.recording.json`] = process.argv.slice(2)
const { now, answers, credentials = {}, variables = {} }: Answers = JSON.parse(readFileSync(from, 'utf8'))
const connector = await connectors[id]?.()
if (!connector) throw new Error(`There is no connector "${id}".`)
const values = createSampleValues(connector, credentials)
const folder = mkdtempSync(join(tmpdir(), 'checkwright-world-'))
const unknown = new Set<string>()
try {
  const exchanges = join(folder, 'exchanges.ndjson')
  const run = await runChecks(connector, {
    credentials: { ...values.credentials, ...credentials },
    settings: values.settings,
    variables,
    clock: fixedClock(now),
    exchanges: { file: exchanges },
    fetch: async (address, { method, body }) => {
      const url = new URL(address)
      const fits = Object.entries(answers).filter(([asked]) => matches(asked, method, url, String(body)))
      // The one that says most of the query.
      const [, answer] = fits.toSorted(([a], [b]) => b.length - a.length)[0] ?? []
      if (!answer) unknown.add(`${method} ${url.pathname}${url.search}`)
      const { status = answer ? 200 : 404, headers, json = {}, text } = answer ?? {}
      const sent = new Headers(headers)
      sent.set('content-type', 'application/json')
      return new Response(text ?? JSON.stringify(json), { status, headers: sent })
    },
  })
  const own = codeConnectorIds.includes(id) ? 'index.ts' : `${id}.connector.yaml`
  const file = relative(dirname(out), `connectors/${id}/${own}`)
  const recording = await makeRecording(connector, toRecordedRun(run), readLedger(exchanges), file)
  await writeRecording(out, { ...recording, exchanges: selectAnswers(recording.exchanges, connector) })
  for (const { id: check, status, error, results, undecided } of recording.checks)
    console.log(
      check,
      status,
      error?.kind ?? '',
      results.map((each) => `${each.resource.id} ${each.status}`).join(', '),
      undecided ?? '',
    )
  for (const request of unknown) console.log(`no answer to ${request}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * The answers that checks need, each once: lists that no check reads are left out, and what a client does not keep, such as the answer to a
 * POST, every check asks for again.
 */
function selectAnswers(exchanges: readonly RecordedExchange[], { checks }: AnyConnector): readonly RecordedExchange[] {
  const needing = checks.flatMap(({ id, reads = [] }) => [
    id,
    ...reads.map(({ inventory }) => toInventoryId(inventory)),
  ])
  const needed = exchanges.filter((exchange) => exchange.checks.some((each) => needing.includes(each)))
  return [...Map.groupBy(needed, ({ request }) => JSON.stringify(request)).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, checks: [...new Set([first, ...others].flatMap((each) => each.checks))] }] : [],
  )
}

function matches(asked: string, method: string, url: URL, body: string): boolean {
  const [, own, path, query, text = ''] = /^([A-Z]+) ([^? ]+)(?:\?(\S*))?(?: (.*))?$/.exec(asked) ?? []
  return (
    own === method &&
    url.pathname === path &&
    body.includes(text) &&
    [...new URLSearchParams(query)].every(([name, value]) => url.searchParams.get(name) === value)
  )
}
