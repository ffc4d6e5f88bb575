import type { Selectable } from 'kysely'
import type { Schema } from '../../../service/store/sql/tables.ts'
import type { TallyChanges } from '../../../service/store/tables/tallies.ts'
import { addJudged, judgedColumns } from './judged-outcomes.ts'
import { addKinds } from './outcome-kinds.ts'

/** What the numbers of outcomes are made of. */
export const summedColumns = ['checkId', 'shape', 'verdict', ...judgedColumns] as const

export type SummedOutcome = Pick<Selectable<Schema['newestOutcomes']>, (typeof summedColumns)[number]>

/** What newest outcomes of a connection change in the numbers. @param times -1: they are no more */
export function addOutcomes(
  changes: TallyChanges,
  connectorId: string,
  outcomes: readonly SummedOutcome[],
  times: 1 | -1 = 1,
): void {
  addKinds(changes, connectorId, outcomes, times)
  addJudged(changes, connectorId, outcomes, times)
}
