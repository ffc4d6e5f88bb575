import { z } from '@hono/zod-openapi'
import { formatColumn, parseColumn } from '../../../office/table.ts'
import { createBinarySchema } from '../../../service/api/schemas/binary.ts'
import { createFilledTextSchema, ownId } from '../../../service/api/schemas/text-schema.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { fillFile, listBlanks } from '../reading/fill-file.ts'
import { fillAnswers, proposeAnswers } from '../reading/propose-answers.ts'
import { addQuestions, demandQuestionnaire, outlineFile } from '../reading/questions.ts'
import type { AnswerProposal } from '../reading/sources.ts'
import { questionnaire, questionnaireQuestion } from '../thing.ts'

const { path, tag, scopes } = questionnaire
const params = z.object({ questionnaireId: ownId })

const column = z
  .string()
  .regex(/^[A-Z]{1,3}$/)
  .openapi({ description: 'The letters of a column.', example: 'C' })
const tableName = createFilledTextSchema({ max: 200 }).openapi({
  description: 'A sheet of a workbook, `Table 1` of a document, or `Rows` of a CSV file.',
  example: 'Security',
})
const LayoutSchema = z
  .strictObject({
    table: tableName,
    questionColumn: column,
    answerColumn: column,
    firstRow: z.int().min(1).max(1_048_576).openapi({ example: 5 }),
  })
  .openapi('QuestionLayout')

/** The tables of the file, to look at before their questions are added. */
const listTables = defineRoute({
  method: 'get',
  path: `${path}/{questionnaireId}/tables`,
  operationId: 'QuestionnairesController_listTables_v1',
  tag,
  summary: 'Read the tables of the file, and which columns have questions and answers',
  problems: [404],
  scope: scopes.read,
  params,
  answer: {
    status: 200,
    description: 'Its tables.',
    schema: z
      .object({
        tables: z.array(
          z.object({
            name: tableName,
            rows: z.int(),
            hiddenRows: z.int().openapi({ description: 'Rows that are hidden, whose questions are left out.' }),
            columns: z.array(z.object({ name: column, texts: z.array(z.string()) })),
            layout: LayoutSchema.nullable().openapi({ description: 'What was found. null: no questions.' }),
          }),
        ),
      })
      .openapi('QuestionnaireTables'),
  },
  handle: async ({ params: { questionnaireId }, caller: reader }, host) => {
    const tables = await outlineFile(host, { reader, questionnaireId })
    return {
      tables: tables.map(({ name, rows, hiddenRows, columns, layout }) => ({
        name,
        rows,
        hiddenRows,
        columns: columns.map(({ name: letters, texts }) => ({ name: letters, texts: [...texts] })),
        layout: layout
          ? {
              ...layout,
              questionColumn: formatColumn(layout.questionColumn),
              answerColumn: formatColumn(layout.answerColumn),
            }
          : null,
      })),
    }
  },
})

const addQuestionsRoute = defineRoute({
  method: 'post',
  path: `${path}/{questionnaireId}/questions`,
  operationId: 'QuestionnairesController_addQuestions_v1',
  tag,
  summary: 'Add the questions of the file',
  description:
    'Columns are found by their names, else by what stands in them. Name them yourself where that is wrong. What was added before is left out.',
  problems: [404],
  scope: scopes.write,
  params,
  body: [
    createJsonBody(
      z.strictObject({ layouts: z.array(LayoutSchema).min(1).max(100).optional() }).openapi('NewQuestions'),
    ),
  ],
  answer: {
    status: 200,
    description: 'How many were added.',
    schema: z.object({ added: z.int() }).openapi('AddedQuestions'),
  },
  audit: { action: questionnaireQuestion.audit('create') },
  handle: async ({ params: { questionnaireId }, body: { layouts }, caller }, host) => {
    const { added } = await addQuestions(host, {
      reader: caller,
      questionnaireId,
      userId: findOwnerId(caller),
      layouts: layouts?.map(({ questionColumn, answerColumn, ...layout }) => ({
        ...layout,
        questionColumn: parseColumn(questionColumn),
        answerColumn: parseColumn(answerColumn),
      })),
    })
    return { added }
  },
})

const ProposalSchema = z
  .object({
    answer: z.string(),
    title: z.string().openapi({ description: 'What people call its source.' }),
    source: z.string().openapi({ example: 'control/soc2:CC6.1' }),
    sourceDigest: z.string(),
    sourceDay: z.string().openapi({ format: 'date' }),
    score: z.number().openapi({ description: 'From 0 to 1: how well it fits.', example: 0.8 }),
    missing: z.array(z.string()).openapi({
      description: 'Words of the question of which it says nothing.',
      example: ['notary'],
    }),
    package: z
      .object({ id: z.string(), manifestSha256: z.string() })
      .nullable()
      .openapi({ description: 'The newest package with the evidence of a control.' }),
  })
  .openapi('AnswerProposal')

const listProposals = defineRoute({
  method: 'get',
  path: `${path}/{questionnaireId}/proposals`,
  operationId: 'QuestionnairesController_listProposals_v1',
  tag,
  summary: 'Propose answers for the questions that have no accepted one',
  description:
    'From approved answers of the knowledge base that have not expired, and from controls that are satisfied now. Each names its source. Nothing is written.',
  problems: [404],
  scope: scopes.read,
  params,
  answer: {
    status: 200,
    description: 'At most three for each question altogether, the best first.',
    schema: z
      .object({
        questions: z.array(
          z.object({
            id: z.string(),
            question: z.string(),
            proposals: z.array(ProposalSchema),
            similar: z.array(ProposalSchema).openapi({
              description:
                'About the same, but they say nothing of something that the question names. `fill` leaves them out.',
            }),
          }),
        ),
      })
      .openapi('AnswerProposals'),
  },
  handle: async ({ params: { questionnaireId }, caller }, host) => {
    const proposed = await proposeAnswers(host, { reader: caller, questionnaireId })
    return {
      questions: proposed.map(({ record: { id, values }, proposals, similar }) => ({
        id,
        question: values.question,
        proposals: proposals.map(toWire),
        similar: similar.map(toWire),
      })),
    }
  },
})

function toWire(proposal: AnswerProposal): z.input<typeof ProposalSchema> {
  return { ...proposal, missing: [...proposal.missing] }
}

const fillRoute = defineRoute({
  method: 'post',
  path: `${path}/{questionnaireId}/fill`,
  operationId: 'QuestionnairesController_fill_v1',
  tag,
  summary: 'Put the best proposal into each question without an answer',
  description: 'Nobody has accepted these answers then. Accept each one, or change it.',
  problems: [404, 409],
  scope: scopes.write,
  params,
  answer: {
    status: 200,
    description: 'How many have an answer now, and for how many nothing was found.',
    schema: z.object({ filled: z.int(), left: z.int() }).openapi('FilledAnswers'),
  },
  audit: { action: questionnaireQuestion.audit('change') },
  handle: async ({ params: { questionnaireId }, caller }, host) => {
    return { ...(await fillAnswers(host, { reader: caller, questionnaireId, userId: findOwnerId(caller) })) }
  },
})

const listBlanksRoute = defineRoute({
  method: 'get',
  path: `${path}/{questionnaireId}/blanks`,
  operationId: 'QuestionnairesController_listBlanks_v1',
  tag,
  summary: 'List what the file would leave blank now, and why',
  problems: [404],
  scope: scopes.read,
  params,
  answer: {
    status: 200,
    description: 'Each accepted answer was looked up again.',
    schema: z
      .object({
        answered: z.int(),
        blanks: z.array(
          z.object({
            id: z.string(),
            question: z.string(),
            because: z.enum(['not-accepted', 'no-cell', 'gone', 'expired', 'changed', 'not-satisfied']).openapi({
              description:
                'Nobody accepted it · it has no cell, or one with a formula · its source is gone, has expired, says something else, or is a control that is not satisfied.',
            }),
          }),
        ),
      })
      .openapi('BlankAnswers'),
  },
  handle: async ({ params: { questionnaireId }, caller }, host) => {
    const ref = { reader: caller, questionnaireId }
    await demandQuestionnaire(host, ref)
    const { answered, blanks } = await listBlanks(host, ref)
    return {
      answered: answered.length,
      blanks: blanks.map(({ record: { id, values }, because }) => ({ id, question: values.question, because })),
    }
  },
})

const downloadAnswers = defineRoute({
  method: 'get',
  path: `${path}/{questionnaireId}/answers`,
  operationId: 'QuestionnairesController_downloadAnswers_v1',
  tag,
  summary: 'Download the file that came, with the accepted answers in it',
  description: 'Each is looked up again. What is no longer so is left blank, and `…/blanks` lists it.',
  problems: [404],
  scope: scopes.read,
  params,
  answer: {
    status: 200,
    description: 'The file.',
    mediaTypes: ['application/octet-stream'],
    schema: createBinarySchema(),
  },
  handle: async ({ params: { questionnaireId }, caller }, host) => {
    const file = await fillFile(host, { reader: caller, questionnaireId })
    return new Response(Buffer.from(file.bytes), { headers: buildSaveHeaders(file.name, file.mediaType) })
  },
})

export const questionnaireRoutes: readonly Route[] = [
  listTables,
  addQuestionsRoute,
  listProposals,
  fillRoute,
  listBlanksRoute,
  downloadAnswers,
]
