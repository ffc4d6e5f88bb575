import type { Selectable } from 'kysely'
import type { JudgementInForce } from '../../../checks/judgements/judgement-store.ts'
import type { Judged } from '../../../define/index.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

type JudgedRow = Pick<
  Selectable<Schema['judgements']>,
  'id' | 'decision' | 'judgedBy' | 'createdAtMs' | 'reason' | 'files' | 'expires' | 'evidenceSha256'
>

/** The part of a stored judgement that a result shows. */
export function toJudged({
  id,
  decision,
  judgedBy: by,
  createdAtMs,
  reason,
  files,
  expires,
  evidenceSha256,
}: JudgedRow): Judged {
  const at = new Date(createdAtMs).toISOString()
  return { id, decision, by, at, reason, files: parseJsonText(files, 'judgements.files'), expires, evidenceSha256 }
}

export function toJudgementInForce({
  connectionId,
  findingId,
  ...row
}: JudgedRow & Pick<Selectable<Schema['judgements']>, 'connectionId' | 'findingId'>): JudgementInForce {
  return { ...toJudged(row), connectionId, findingId }
}
