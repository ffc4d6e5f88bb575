import { toStatementResult } from '../../../checks/obligations/statement-result.ts'
import type { TaskRef } from '../../../checks/obligations/task.ts'
import type { CheckHead, Judged, ResultRecord } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { OwnVisit } from '../../pages/page-route.ts'

export interface ResultToJudge {
  /** Of the run, or of the statement about an obligation. */
  readonly runId: string
  readonly check: Pick<CheckHead, 'id' | 'title' | 'volatile'>
  readonly result: ResultRecord
  /** Where it is shown. */
  readonly page: string
}

export interface JudgeEntry {
  readonly decision: string
  readonly reason: string
  readonly expires: string
  /** Ids of uploads. */
  readonly files: readonly string[]
}

/** What has to be entered before it can be judged. undefined: nothing */
export function findMissing(texts: Texts, { decision, reason, expires }: JudgeEntry): string | undefined {
  if (decision !== 'accepted' && decision !== 'refused') return texts.judgements.form.decisionMissing
  if (reason === '') return texts.judgements.form.reasonMissing
  return expires === '' ? texts.judgements.form.lastDayMissing : undefined
}

/** Which result of which run. */
export interface JudgedPlace {
  readonly runId: string
  readonly checkId: string
  readonly findingId: string
}

/** The result to judge. @throws ApiError 404 */
export async function findResultToJudge(
  { runtime, person: { organizationId } }: OwnVisit,
  { runId, checkId, findingId }: JudgedPlace,
): Promise<ResultToJudge> {
  const run = await runtime.runs.kept({ id: runId, organizationId })
  if (run === undefined) return findStated(runtime, { id: runId, organizationId })
  const check = run.recorded?.head.checks.find(({ id }) => id === checkId)
  for await (const result of (check && run.recorded?.results(check.id)) ?? []) {
    if (check && result.findingId === findingId && result.status === 'manual')
      return { runId: run.id, check, result, page: `/runs/${run.id}?check=${check.id}` }
  }
  throw createNothingToJudge()
}

/** What somebody stated for an obligation is judged by the same form. */
async function findStated({ tasks }: OwnVisit['runtime'], ref: TaskRef): Promise<ResultToJudge> {
  const statement = await tasks.statement(ref)
  const task = statement && (await tasks.get({ id: statement.taskId, organizationId: ref.organizationId }))
  if (statement === undefined || task === undefined) throw createNothingToJudge()
  const page = `/tasks/${task.id}`
  return { runId: statement.id, check: { id: task.id, title: task.title }, result: toStatementResult(statement), page }
}

function createNothingToJudge(): ApiError {
  return new ApiError('There is no such result that needs review.', { code: 'NOT_FOUND' })
}

/** Accept or refuse. */
export function Decision({ entry }: { readonly entry: JudgeEntry }) {
  const texts = useTexts()
  const options: readonly (readonly [value: Judged['decision'], label: string])[] = [
    ['accepted', texts.judgements.form.accept],
    ['refused', texts.judgements.form.refuse],
  ]
  return (
    <fieldset>
      <legend>{texts.labels.decision}</legend>
      {options.map(([value, label]) => (
        <label class="tick">
          <input type="radio" name="decision" value={value} checked={entry.decision === value} required /> {label}
        </label>
      ))}
    </fieldset>
  )
}
