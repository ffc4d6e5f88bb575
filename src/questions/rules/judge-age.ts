import { formatDays, type InventoryKind, type Variable } from '../../define/index.ts'
import { countDays, explainUnknown, nameRecord, readLimit, readTime } from './facts.ts'
import type { JudgeContext, QuestionRecord, QuestionVariable, RecordVerdict } from './question.ts'

/** A fact of the past, and the limit in days that it must not be older than. */
interface AgeDemand {
  readonly member: string
  /** Id of the variable that has the limit. */
  readonly limit: string
  /** After the record's name: "was last active". */
  readonly happened: string
  readonly evidence: object
}

/**
 * Judges how long ago something happened.
 * @returns undefined where the vendor says that it never happened
 */
export function judgeAge<Of extends InventoryKind>(
  record: QuestionRecord<Of>,
  { member, limit, happened, evidence }: AgeDemand,
  context: JudgeContext,
): RecordVerdict | undefined {
  const timeMs = readTime((record as Readonly<Record<string, unknown>>)[member], context.now)
  if (timeMs === null) return undefined
  if (timeMs === undefined) return { status: 'undecided', because: explainUnknown(record, member, context) }
  const days = countDays(timeMs, context.now)
  const title = `${nameRecord(record)} ${happened} ${formatDays(days)} ago`
  const found = { ...evidence, days }
  if (days <= readLimit(context, limit)) return { status: 'pass', title, evidence: found }
  return { status: 'fail', title, evidence: found }
}

/** A variable that holds a number of days, and the most that controls accept. */
export function createDaysVariable(
  options: Pick<Variable, 'id' | 'label'> & { readonly default: number },
  max: number,
): QuestionVariable {
  return { variable: { ...options, type: 'number', min: 1 }, bound: { max } }
}
