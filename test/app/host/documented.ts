import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { createOpenApiDocument } from '../../../src/things/api/openapi.ts'
import { publicUrl } from '../../things/runtime/world.ts'
import type { JsonSchema } from './from-schema.ts'

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Documented {
  readonly $ref?: string
  readonly content?: Content
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: JsonSchema
}

export interface Operation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Documented>>
}

const document = JSON.parse(JSON.stringify(createOpenApiDocument(allRoutes, { url: publicUrl, jwt: false })))

/** Every operation of the document. */
export const operations: readonly Operation[] = Object.entries<Record<string, object>>(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }) as Operation,
    ),
)

/** The target of a `$ref` of the document. */
export function resolve(ref: string): JsonSchema {
  return ref
    .slice(2)
    .split('/')
    .reduce((at, step) => at[step], document)
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', components: document.components })

/** Compiled once, which takes longer than a hundred answers. */
const validators = new WeakMap<JsonSchema, ValidateFunction>()

function openValidator(schema: JsonSchema): ValidateFunction {
  const validate =
    validators.get(schema) ??
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')))
  validators.set(schema, validate)
  return validate
}

/** Differences between an answer and the document: another status, another type, another shape. */
export async function findMistake(answer: Response, { responses }: Operation): Promise<string | undefined> {
  const text = await answer.text()
  const documented = responses[answer.status]
  if (documented === undefined) return `${answer.status} is not documented: ${text}`
  const { content } = documented.$ref === undefined ? documented : (resolve(documented.$ref) as Documented)
  if (content === undefined) return text === '' ? undefined : 'a body that is not documented'
  const type = answer.headers.get('content-type') ?? ''
  const schema = content[type.split(';')[0] ?? '']?.schema
  if (schema === undefined)
    return Object.keys(content).includes('application/octet-stream') ? undefined : `${type} is not documented`
  if (!/^application\/([a-z]+\+)?json/.test(type)) return undefined
  const validate = openValidator(schema)
  return validate(JSON.parse(text)) ? undefined : `${ajv.errorsText(validate.errors)}: ${text}`
}
