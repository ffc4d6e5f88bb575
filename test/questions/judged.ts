import type { InventoryKind } from '../../src/define/index.ts'
import { allQuestions } from '../../src/questions/all-questions.ts'
import { judgeRecord } from '../../src/questions/rules/edge-rules.ts'
import type { QuestionRecord, RecordQuestion, RecordVerdict } from '../../src/questions/rules/question.ts'

export const now = new Date('2026-05-04T10:00:00Z')

/** A time that was some days ago, or is to come. */
export function daysAgo(days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString()
}

export type AnyQuestion = RecordQuestion<InventoryKind>

/** Every question that is asked of each record. */
export const recordQuestions = allQuestions.filter((question): question is AnyQuestion => 'judge' in question)

const domains = { domains: ['acme.example'] }

/** Defaults of a question's variables, and domains. */
function defaultsOf({ variables }: AnyQuestion): Record<string, unknown> {
  return {
    ...Object.fromEntries(variables.map(({ variable }) => [variable.id, variable.default])),
    ...domains,
  }
}

/** Judges a record by the name of a question. */
export function judge(
  name: string,
  record: object,
  variables: Readonly<Record<string, unknown>> = {},
  tells: readonly string[] = Object.keys(record),
): RecordVerdict | undefined {
  const question = recordQuestions.find((each) => each.name === name)
  if (!question) throw new TypeError(`There is no question "${name}"`)
  return judgeRecord(question, { id: 'r1', name: 'Ada', ...words(question.of), ...record } as QuestionRecord<never>, {
    variables: { ...defaultsOf(question), ...variables },
    now,
    vendor: 'Acme',
    tells: new Set(tells),
  })
}

/** As plain as a record of a kind can be. */
export function words(of: InventoryKind): object {
  switch (of) {
    case 'account':
      return { kind: 'person', status: 'active' }
    case 'vulnerability':
      return { severity: 'high', status: 'open' }
    case 'training':
      return { status: 'assigned' }
    case 'credential':
      return { kind: 'token' }
    default:
      return {}
  }
}

/** The status in short; `none` for a record without a result. */
export function statusOf(judgement: RecordVerdict | undefined): string {
  return judgement?.status ?? 'none'
}
