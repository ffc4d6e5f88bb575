import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { tryOutcome } from '../../src/author/prove/trials/try-checks.ts'
import { readWitnesses } from '../../src/author/prove/witnesses/read-witnesses.ts'
import type { AnyConnector, CheckOutcome, ResultRecord } from '../../src/define/index.ts'
import { toSampleResult } from '../../src/report/connector-page/sample-results.ts'

/** Results of a check as a world has them. */
interface WorldCheck extends Pick<CheckOutcome, 'id' | 'status'> {
  readonly results: readonly WorldResult[]
}

type WorldResult = Omit<ResultRecord, 'findingId'>

/**
 * Writes the words of today into the worlds of a connector: pages of connectors in code show these. Verdicts stay as somebody recorded them,
 * so that a check with another one is found by its proof. A file in which nothing changes keeps its bytes.
 */
export async function renewWorlds(connector: AnyConnector, path: string): Promise<void> {
  const { file, worlds } = await readWitnesses(path, connector)
  for (const [name, world] of worlds) {
    const place = join(dirname(path), file.worlds[name] as string)
    const recording = JSON.parse(readFileSync(place, 'utf8')) as { readonly checks: WorldCheck[] }
    let isChanged = false
    for (const [index, recorded] of recording.checks.entries()) {
      const check = connector.checks.find(({ id }) => id === recorded.id)
      if (!check) continue
      const { outcome } = await tryOutcome(connector, world, check)
      const { status } = outcome
      const places = new Map(recorded.results.map((result, place) => [identify(result), place]))
      const placeOf = (result: WorldResult) => places.get(identify(result)) ?? places.size
      const results = outcome.results
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        // Of a connection, which a world has none of.
        .map(({ findingId: _, ...result }) => result)
      if (isDeepStrictEqual(toShown(recorded), toShown({ results }))) continue
      if (status !== recorded.status || !isDeepStrictEqual(listVerdicts(recorded), listVerdicts({ results }))) continue
      recording.checks[index] = Object.assign(recorded, { results })
      isChanged = true
    }
    if (!isChanged) continue
    writeFileSync(place, JSON.stringify(recording))
    execFileSync('node_modules/.bin/biome', ['check', '--write', place])
  }
}

const identify = ({ status, resource: { type, id }, title }: WorldResult) => JSON.stringify([type, id, status, title])

/** As it is written to a file: without what is undefined. */
const toShown = ({ results }: Pick<WorldCheck, 'results'>) => JSON.parse(JSON.stringify(results.map(toSampleResult)))

const listVerdicts = ({ results }: Pick<WorldCheck, 'results'>) =>
  results.map(({ status, resource: { type, id } }) => JSON.stringify([type, id, status])).toSorted()
