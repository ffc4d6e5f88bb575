import type { Statement } from '../../checks/obligations/task.ts'
import type { StatementJudgement } from '../../checks/obligations/task-evidence.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/**
 * The newest judgement of each statement, by the id of the statement.
 * @param of.taskIds @default statements of all obligations
 */
export async function loadStatementJudgements(
  { store }: Uses<'judgements'>,
  {
    organizationId,
    taskIds,
    statementIds,
    atMs: madeByMs,
  }: {
    readonly organizationId: string
    readonly taskIds?: readonly string[] | undefined
    readonly statementIds?: readonly string[] | undefined
    readonly atMs?: number | undefined
  },
): Promise<ReadonlyMap<Statement['id'], StatementJudgement>> {
  const newestFirst = await store.judgements.listOfStatements({ organizationId, taskIds, statementIds, madeByMs })
  return new Map(newestFirst.toReversed().map((judgement) => [judgement.runId, judgement]))
}
