import type { Kysely, Selectable } from 'kysely'
import { type OutcomeGroup, parseDecided, parseVerdict } from '../../../checks/controls/outcome-groups.ts'
import { crossCheckConnectorId } from '../../../define/index.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { noTally, openBuckets, readTallies, type TallyChanges } from '../../../service/store/tables/tallies.ts'

/** Outcomes that say the same for controls, without the time at which each stops to count. */
export type OutcomeKind = Omit<OutcomeGroup, 'isFresh'>

/** How many outcomes of a kind are of runs that began within a week. */
export interface KindWeek extends OutcomeKind {
  /** Since 1970, counted from 0. */
  readonly week: number
  readonly connections: number
}

/**
 * An outcome gets too old by time alone, so the numbers are of each week. A day would do as well, but a run would change a number of each of
 * its checks every day, and not each week.
 */
export const weekMs = 7 * 86_400_000

/** Of the outcomes of each kind and week, without those of disconnected connections and of cross-checks. */
const kindBuckets = openBuckets('kind')
const one = { ...noTally, connections: 1 }

/** What outcomes of a connection change in the numbers. @param times -1: they are no more */
export function addKinds(
  changes: TallyChanges,
  connectorId: string,
  outcomes: readonly Pick<Selectable<Schema['newestOutcomes']>, 'checkId' | 'shape' | 'verdict' | 'decided' | 'atMs'>[],
  times: 1 | -1 = 1,
): void {
  if (connectorId === crossCheckConnectorId) return
  for (const { checkId, shape, verdict, decided, atMs } of outcomes) {
    const week = Math.floor(atMs / weekMs)
    const says = `${verdict}${decided === null ? '' : `/${decided}`}`
    changes.add(kindBuckets.name([connectorId, checkId, shape, says, week].join(' ')), one, times)
  }
}

export async function readKinds(db: Kysely<Schema>, organizationId: string): Promise<readonly KindWeek[]> {
  const tallies = await readTallies(db, { organizationId, ...kindBuckets.span })
  return [...tallies].flatMap(([bucket, { connections }]) => {
    // No id has a blank.
    const [connectorId = '', checkId = '', shape = '', says = '', week] = kindBuckets.read(bucket).split(' ')
    const [first = '', decided = ''] = says.split('/')
    const verdict = parseVerdict(first)
    if (connections === 0 || verdict === undefined) return []
    return {
      connectorId,
      checkId,
      shape,
      week: Number(week),
      connections,
      verdict,
      decided: parseDecided(decided) ?? null,
    }
  })
}
