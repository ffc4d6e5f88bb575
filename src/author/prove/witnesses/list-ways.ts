import { type CheckWays, type WayVerdict, wayVerdicts } from '../../../report/connector-page/ways-section.ts'
import { readWitnessFile } from './read-witnesses.ts'
import type { ExpectEntry, WitnessFile } from './witness-schema.ts'

/**
 * Reads in which ways the verdicts of each check come about, from a witness file alone.
 * @throws DataFileError `WITNESS_INVALID` with every problem of its form; CheckwrightError `CLI_FILE_FAILED`
 */
export async function readWays(path: string): Promise<ReadonlyMap<string, CheckWays>> {
  const { file } = await readWitnessFile(path)
  return listWays(file)
}

/** In which ways the verdicts of each check come about. A case without a source does not count, as in a proof. */
export function listWays({ witnesses }: Pick<WitnessFile, 'witnesses'>): ReadonlyMap<string, CheckWays> {
  const sourced = witnesses.filter(({ source }) => source !== undefined)
  const byCheck = Map.groupBy(sourced, ({ of }) => of.check)
  return new Map(
    [...byCheck].map(([check, cases]) => {
      const listOf = (verdict: WayVerdict) => [
        ...new Set(
          cases.flatMap(({ of, expect }) => {
            const expected = expect[check]
            return expected !== undefined && readVerdict(expected) === verdict ? of.way : []
          }),
        ),
      ]
      return [
        check,
        {
          pass: listOf('pass'),
          fail: listOf('fail'),
          manual: listOf('manual'),
          not_applicable: listOf('not_applicable'),
          unknown: listOf('unknown'),
        },
      ]
    }),
  )
}

/** The one verdict that a case is about. Undefined for a case with several: it shows the world and no way. */
function readVerdict(expected: ExpectEntry): WayVerdict | undefined {
  if (typeof expected === 'string') return expected === 'error' ? 'unknown' : expected
  const { error, undecided, absent: _absent, ...results } = expected
  const found = wayVerdicts.filter((verdict) => verdict in results && results[verdict as keyof typeof results])
  if (error !== undefined || undecided !== undefined) return found.length === 0 ? 'unknown' : undefined
  return found.length === 1 ? found[0] : undefined
}
