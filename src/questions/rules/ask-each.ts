import type { BaseContext, Check, Inventory, InventoryKind, Resource } from '../../define/index.ts'
import { type AnyOptions, askQuestion, toResource, writeText } from './ask-question.ts'
import { judgeRecord } from './edge-rules.ts'
import type { CommonOptions, QuestionRecord, RecordQuestion, RecordVerdict, Text } from './question.ts'

type EachQuestionOptions<Of extends InventoryKind> = Omit<CommonOptions<QuestionRecord<Of>, never>, 'variables'> &
  Pick<AnyOptions, 'variables'> & {
    readonly remediation?: Text<QuestionRecord<Of>> | undefined
    readonly instructions?: Text<QuestionRecord<Of>> | undefined
  }

/**
 * Makes a check that asks a question of every record for itself. Each record has one result, or is undecided, unless the rules of
 * its kind leave it out.
 * @throws DefinitionError that lists every mistake
 */
export function askEach<Of extends InventoryKind, Id extends string>(
  question: RecordQuestion<Of>,
  inventory: Inventory<Of, never, Id>,
  options: EachQuestionOptions<Of> = {},
): Check<Id> {
  return askQuestion(question, inventory, options, async ({ ctx, records, context }) => {
    let omitted = 0
    try {
      for await (const record of records) {
        const judgement = judgeRecord(question, record, context)
        if (judgement === undefined) omitted++
        else
          reportJudgement(ctx, toResource(question, options, record, ctx), judgement, {
            remediation: () => writeText(options.remediation, record, ctx, question.remediation ?? question.title),
            instructions: (otherwise) => writeText(options.instructions, record, ctx, otherwise),
          })
      }
    } finally {
      if (omitted > 0) ctx.log('Deleted at the vendor, and so without a result', { count: omitted })
    }
  })
}

interface QuestionTexts {
  remediation(): string
  instructions(otherwise: string): string
}

function reportJudgement(ctx: BaseContext, resource: Resource, judgement: RecordVerdict, texts: QuestionTexts): void {
  if (judgement.status === 'undecided') ctx.undecided({ resource, because: judgement.because })
  else if (judgement.status === 'manual') {
    const { title, description, evidence } = judgement
    ctx.manual({ resource, title, description: texts.instructions(description), evidence })
  } else {
    const { status, title, evidence } = judgement
    const result = { resource, title, evidence }
    if (status === 'fail') ctx.fail({ ...result, remediation: texts.remediation() })
    else ctx[status](result)
  }
}
