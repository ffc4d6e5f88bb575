import { type ResultRecord, taskSourceId } from '../../define/index.ts'
import { computeEvidenceDigest } from '../judgements/evidence-digest.ts'
import { createFindingId } from '../results/finding-id.ts'
import type { Statement } from './task.ts'

type StatementFacts = Omit<Statement, 'evidenceSha256'>

/**
 * A statement as the result that needs review: people judge it by the same judgements as what a check reports. Each is a
 * finding of its own, so that the decision about a newer one leaves the older one alone.
 */
export function toStatementResult(statement: StatementFacts): ResultRecord {
  const { id, organizationId, taskId, text, doneDay, files, statedBy, userId, madeAtMs } = statement
  const resource = { type: 'statement', id }
  return {
    status: 'manual',
    resource,
    title: `${statedBy} says that it was done on ${doneDay}`,
    evidence: {
      task: taskId,
      text,
      doneDay,
      statedBy,
      userId,
      files: files.map((file) => ({ ...file })),
      at: new Date(madeAtMs).toISOString(),
    },
    findingId: createFindingId({ connectorId: taskSourceId, connectionId: organizationId, checkId: taskId, resource }),
  }
}

export function computeStatementDigest(statement: StatementFacts): string {
  return computeEvidenceDigest(toStatementResult(statement), {})
}
