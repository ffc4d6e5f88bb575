import { z } from '@hono/zod-openapi'
import {
  type AnyVariableValue,
  crossCheckConnectorId,
  type JsonValue,
  resultStatuses,
  taskSourceId,
} from '../../../define/index.ts'
import { createTextSchema, foreignId, ownId } from './text-schema.ts'

/** Schemas that all routes of integrations share. */

export const runStatuses = [...resultStatuses, 'error'] as const

/** Ids from a connector's author: kebab-case for connectors and checks, snake_case for variables. */
export const authoredId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be an id')

/** A list by its kind or part: `account`, `account.iam`. */
const inventoryName = z.string().regex(/^[a-z]{1,32}(?:\.[a-z0-9-]{1,128})?$/, 'must be a kind or part of an inventory')

/** Which checks a run or schedule takes. */
export const checkIds = z.array(authoredId).min(1).max(1_000)
/** Which lists a run or schedule reads. */
export const inventoryNames = z.array(inventoryName).min(1).max(100)

export const connectorId = authoredId.openapi({ example: 'acme' })

export const connectionParams = z.object({ connectionId: ownId })
export const runParams = z.object({ runId: ownId })

export const exampleRunId = '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d20'
export const exampleConnectionId = '7f0c6a8e-54a1-4d0c-9f5b-2f1f0d6f3a11'

/** A finding of a cross-check is of no connection. */
export const connectionIdOrNull = z.string().nullable().openapi({
  description: 'null: it is of a cross-check, which judges all connections.',
  example: exampleConnectionId,
})

export function toWireConnectionId({
  connectionId,
  connectorId,
}: {
  readonly connectionId: string
  readonly connectorId: string
}): string | null {
  return connectorId === crossCheckConnectorId || connectorId === taskSourceId ? null : connectionId
}

export const Option = z
  .object({ value: z.string().openapi({ example: 'eu' }), label: z.string().openapi({ example: 'Europe' }) })
  .openapi('Option')

/** For the document: the value of a variable of any type. */
const anyVariable: {
  type: ('string' | 'number' | 'boolean' | 'array' | 'null')[]
  items: { type: 'string' }
  example: number
} = { type: ['string', 'number', 'boolean', 'array'], items: { type: 'string' }, example: 4 }

/** The value of a variable as it is shown. */
export const shownVariable = z
  .custom<AnyVariableValue>()
  .nullable()
  .openapi({ ...anyVariable, type: [...anyVariable.type, 'null'] })

const valueMax = 64 * 1024

/** Values of variables, by id. The connector decides which values are valid. */
export const variableValues = z
  .record(
    authoredId,
    z.union([
      createTextSchema({ max: 10_000 }),
      z.number(),
      z.boolean(),
      z.array(createTextSchema({ max: 1_000 })).max(1_000),
    ]),
  )
  .openapi({ type: 'object', additionalProperties: anyVariable, example: { max_admins: 4 } })

/** Credentials that a person typed, by field id. They are accepted and not shown again. */
export const credentialValues = z
  .record(
    authoredId,
    z.union([
      createTextSchema({ max: valueMax }),
      z.number(),
      z.boolean(),
      z.array(createTextSchema({ max: 200 })).max(200),
    ]),
  )
  .openapi({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'array'], items: { type: 'string' } },
    writeOnly: true,
    example: { api_key: 'the-key-that-a-person-typed' },
  })

/** Any JSON, such as evidence. */
export function createJsonSchema(example: JsonValue) {
  return z.custom<JsonValue>().openapi({ type: ['object', 'array', 'string', 'number', 'boolean', 'null'], example })
}

export const personId = foreignId.optional().openapi({
  description: 'The person who connects. Required with an API key. Ignored with a token, because its person connects.',
  example: 'usr_1',
})

export function toNullable<T>(value: T | undefined): T | null {
  return value ?? null
}
