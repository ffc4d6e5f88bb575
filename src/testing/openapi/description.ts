/** A provider's OpenAPI description (3.0 or 3.1), as `JSON.parse` gives it. */
export interface OpenApiDescription {
  readonly openapi: string
  readonly servers?: readonly OpenApiServer[]
  readonly paths: Readonly<Record<string, unknown>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly security?: readonly SecurityRequirement[]
}

export interface OpenApiServer {
  readonly url: string
}

/** Schemes that a request needs together; of several requirements one suffices. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: unknown
}

export interface MediaType {
  readonly schema?: unknown
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, unknown>>
}

export interface Content {
  readonly content?: Readonly<Record<string, MediaType>>
  readonly required?: boolean
}

/** An operation as the description has it, references still in it. */
export interface RawOperation {
  readonly operationId?: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
  readonly security?: readonly SecurityRequirement[]
  readonly servers?: readonly OpenApiServer[]
}

/** A JSON Schema, as far as generating and checking values needs it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly items?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly allOf?: readonly unknown[]
  readonly oneOf?: readonly unknown[]
  readonly anyOf?: readonly unknown[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> }
}

/** @throws TypeError when the value is no description that can be served */
export function demandDescription(value: unknown): asserts value is OpenApiDescription {
  const { openapi, paths } = (value ?? {}) as { readonly openapi?: unknown; readonly paths?: unknown }
  if (typeof openapi !== 'string' || !openapi.startsWith('3.'))
    throw new TypeError(
      'fakeVendor(): openapi must be a description of OpenAPI 3 or Swagger 2.0, the object and not its text.',
    )
  if (typeof paths !== 'object' || paths === null)
    throw new TypeError('fakeVendor(): openapi has no paths, so that there is nothing to serve.')
}

/**
 * What a value stands for: itself, or what its `$ref` within the same description names, however long the chain.
 * @throws TypeError for a reference that leads nowhere or in a circle
 */
export function resolved<T>(value: unknown, description: OpenApiDescription): T {
  let at = value
  for (let hops = 0; isReference(at); hops++) {
    const { $ref } = at
    at = hops < hopsMax && $ref.startsWith('#/') ? atPointer(description, $ref.slice(2)) : undefined
    if (at === undefined) throw new TypeError(`fakeVendor(): the description's reference "${$ref}" leads nowhere.`)
  }
  return at as T
}

const hopsMax = 32

function isReference(value: unknown): value is { readonly $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string'
}

/** RFC 6901, in a URI fragment: percent-encoded, with `~1` for `/` and `~0` for `~`. */
function atPointer(description: OpenApiDescription, pointer: string): unknown {
  return pointer.split('/').reduce<unknown>((at, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    return (at as Readonly<Record<string, unknown>>)[name]
  }, description)
}

/** The JSON part of a body: `application/json` and its relatives (`application/vnd.acme+json`). */
export function jsonOf(content: Content | undefined): MediaType | undefined {
  return Object.entries(content?.content ?? {}).find(([type]) => /[/+]json\b/i.test(type))?.[1]
}
