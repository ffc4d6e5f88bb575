import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { createFilledTextSchema, foreignId, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import type { ManualAnswer } from '../../../service/records/manual-answers.ts'
import { parseSearchWords } from '../../../service/records/search-words.ts'
import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { isCalendarDay } from '../../../text/calendar-day.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineListRoute } from '../../api/list-route.ts'
import { defineRoute } from '../../api/route.ts'
import { recordsFileBytesMax } from '../../declared/services/limits.ts'
import { answerLimits } from '../reading/answer-file.ts'
import { importAnswers } from '../reading/import-answers.ts'
import { sendAnswers } from '../reading/send-answers.ts'

const tag = 'Knowledge Base'

const NewManualAnswer = z
  .strictObject({
    question: createFilledTextSchema({ max: answerLimits.question }).openapi({
      example: 'Do you encrypt data at rest?',
    }),
    answer: createFilledTextSchema({ max: answerLimits.answer }).openapi({ example: 'Yes, with AES-256.' }),
    tags: z
      .array(createFilledTextSchema({ max: answerLimits.tag }))
      .max(answerLimits.tags)
      .optional()
      .openapi({ example: ['encryption'] }),
    sourceQuestionnaireId: foreignId.optional().openapi({ example: 'qst_1' }),
    ownerId: foreignId.optional().openapi({ description: 'The person who takes care of it.', example: 'usr_1' }),
    expiresDay: z.string().refine(isCalendarDay, 'must be a day, such as 2026-12-31').optional().openapi({
      format: 'date',
      description: 'Last day on which it is proposed for questionnaires.',
      example: '2027-04-30',
    }),
  })
  .openapi('NewManualAnswer')

const ManualAnswerSchema = z
  .object({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d13' }),
    question: z.string().openapi({ example: 'Do you encrypt data at rest?' }),
    answer: z.string().openapi({ example: 'Yes, with AES-256.' }),
    tags: z.array(z.string()).openapi({ example: ['encryption'] }),
    sourceQuestionnaireId: z.string().nullable().openapi({ example: null }),
    ownerId: z.string().nullable().openapi({ example: 'usr_1' }),
    expiresDay: z.string().nullable().openapi({ format: 'date', example: '2027-04-30' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .openapi('ManualAnswer')

export const saveManualAnswer = defineRoute({
  method: 'post',
  path: '/v1/knowledge-base/manual-answers',
  operationId: 'KnowledgeBaseController_saveManualAnswer_v1',
  tag,
  summary: 'Save or update the answer to a question',
  description: 'Each question has one answer. Spaces around the question do not matter.',
  scope: 'knowledge-base:write',
  body: [createJsonBody(NewManualAnswer)],
  answer: {
    status: 200,
    description: 'The answer is stored.',
    schema: Done.extend({
      manualAnswerId: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d13' }),
    }).openapi('SavedManualAnswer'),
  },
  audit: { action: 'manual-answer.save', target: ({ manualAnswerId }) => manualAnswerId },
  handle: async ({ body, caller }, { runtime: { workspace } }) => {
    const nowMs = workspace.clock.nowMs()
    const answer = {
      id: createTimeId(),
      organizationId: caller.organizationId,
      question: body.question.trim(),
      answer: body.answer,
      tags: [...new Set(body.tags)],
      sourceQuestionnaireId: body.sourceQuestionnaireId ?? null,
      ownerId: body.ownerId ?? null,
      expiresDay: body.expiresDay ?? null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    return { ...done, manualAnswerId: await workspace.manualAnswers.save(answer, findOwnerId(caller)) }
  },
})

export const importManualAnswers = defineRoute({
  method: 'post',
  path: '/v1/knowledge-base/manual-answers/import',
  operationId: 'KnowledgeBaseController_importManualAnswers_v1',
  tag,
  summary: 'Import answers from CSV or JSON',
  description:
    'A file that was downloaded, or one with the same columns. The answer to a question that is there is replaced. One mistake refuses the whole file and names its line.',
  scope: 'knowledge-base:write',
  body: [
    createJsonBody(
      z
        .strictObject({
          text: createFilledTextSchema({ max: recordsFileBytesMax }).openapi({
            description: 'The text of the file.',
            example: 'question,answer\nIs data encrypted at rest?,Yes.',
          }),
        })
        .openapi('ManualAnswerFile'),
      { bytesMax: 2 * recordsFileBytesMax },
    ),
  ],
  answer: {
    status: 200,
    description: 'How many were added and changed.',
    schema: z.object({ added: z.int(), changed: z.int() }).openapi('ImportedManualAnswers'),
  },
  audit: { action: 'manual-answer.save' },
  handle: async ({ body: { text }, caller }, host) => {
    const { added, changed } = await importAnswers(host, {
      organizationId: caller.organizationId,
      userId: findOwnerId(caller),
      text,
    })
    return { added, changed }
  },
})

export const downloadManualAnswers = defineRoute({
  method: 'get',
  path: '/v1/knowledge-base/manual-answers/file',
  operationId: 'KnowledgeBaseController_downloadManualAnswers_v1',
  tag,
  summary: 'Download all answers as CSV or JSON',
  description: 'No cell of the CSV file is a formula. The import takes the file again.',
  scope: 'knowledge-base:read',
  query: z.object({
    format: z.enum(['csv', 'json']).optional().openapi({ description: '@default csv', example: 'csv' }),
  }),
  answer: {
    status: 200,
    description: 'All answers.',
    mediaTypes: ['application/json', 'text/csv'],
    schema: z.array(
      ManualAnswerSchema.omit({ id: true, createdAt: true, updatedAt: true }).extend({
        tags: z.array(z.string()).nullable(),
      }),
    ),
  },
  handle: async ({ query: { format = 'csv' }, caller, request }, { runtime }) =>
    sendAnswers(runtime, { organizationId: caller.organizationId, format, method: request.method }),
})

export const deleteAllManualAnswers = defineRoute({
  method: 'post',
  path: '/v1/knowledge-base/manual-answers/delete-all',
  operationId: 'KnowledgeBaseController_deleteAllManualAnswers_v1',
  tag,
  summary: "Delete every answer of the caller's organization",
  scope: 'knowledge-base:write',
  body: [
    createJsonBody(
      z
        .strictObject({
          organizationId: z
            .string()
            .optional()
            .openapi({ description: "Ignored: the caller's own organization is used." }),
        })
        .openapi('DeleteAllManualAnswers', { example: {} }),
      { optional: true },
    ),
  ],
  answer: {
    status: 200,
    description: 'The answers are deleted.',
    schema: Done.extend({ count: z.int().openapi({ example: 12 }) }).openapi('DeletedManualAnswers'),
  },
  audit: { action: 'manual-answer.delete-all' },
  handle: async ({ caller: { organizationId } }, { runtime: { workspace } }) => ({
    ...done,
    count: await workspace.manualAnswers.deleteAll(organizationId),
  }),
})

export const listManualAnswers = defineListRoute({
  path: '/v1/knowledge-base/manual-answers',
  operationId: 'KnowledgeBaseController_listManualAnswers_v1',
  tag,
  summary: 'List or search answers, latest change first',
  scope: 'knowledge-base:read',
  query: {
    search: createFilledTextSchema({ max: searchLengthMax }).optional().openapi({
      description: 'Only answers with this text in their question, answer or tags. Upper and lower case do not matter.',
      example: 'encrypt',
    }),
    q: createFilledTextSchema({ max: searchLengthMax }).optional().openapi({
      description: 'Only answers with all of these words, or words that begin like them.',
      example: 'data at rest',
    }),
  },
  answer: 'One page of answers.',
  item: ManualAnswerSchema,
  page: 'ManualAnswerPage',
  by: 'updatedAtMs',
  list: ({ query: { search, q }, page: { before: after, ...page } }, { runtime: { workspace } }) =>
    workspace.manualAnswers.list({ ...page, after, search, words: q === undefined ? undefined : parseSearchWords(q) }),
  toItem: toWireManualAnswer,
})

export const deleteManualAnswer = defineRoute({
  method: 'delete',
  path: '/v1/knowledge-base/manual-answers/{manualAnswerId}',
  operationId: 'KnowledgeBaseController_deleteManualAnswer_v1',
  tag,
  summary: 'Delete an answer',
  scope: 'knowledge-base:write',
  params: z.object({ manualAnswerId: ownId }),
  answer: { status: 200, description: 'It is deleted.', schema: Done },
  audit: { action: 'manual-answer.delete' },
  handle: async ({ params: { manualAnswerId }, caller: { organizationId } }, { runtime: { workspace } }) => {
    if (await workspace.manualAnswers.delete(organizationId, manualAnswerId)) return done
    throw new ApiError('There is no such answer.', { code: 'NOT_FOUND' })
  },
})

function toWireManualAnswer({ organizationId: _, createdAtMs, updatedAtMs, tags, ...answer }: ManualAnswer) {
  return {
    ...answer,
    tags: [...tags],
    createdAt: new Date(createdAtMs).toISOString(),
    updatedAt: new Date(updatedAtMs).toISOString(),
  }
}
