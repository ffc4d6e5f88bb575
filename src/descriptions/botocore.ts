import { type AnyObject, isObject } from '../text/is-object.ts'

/**
 * AWS's own models of its services, as botocore has them, in the shape of OpenAPI 3.0. Each operation is a path with the name of its
 * service, `/iam.GetAccountSummary`, because AWS's protocols use the same path for all. Answers are described as on the wire, without
 * the element that a protocol has around them.
 */
export function toOpenApiOfModels(models: AnyObject): AnyObject {
  const services = Object.entries(isObject(models.services) ? models.services : {}).flatMap(([name, model]) =>
    isObject(model) ? [[name, model] as const] : [],
  )
  return {
    ...models,
    openapi: '3.0.3',
    info: isObject(models.info) ? models.info : {},
    servers: [],
    paths: Object.fromEntries(services.flatMap(([name, model]) => createPaths(name, model))),
    components: { schemas: Object.fromEntries(services.flatMap(([name, model]) => createSchemas(name, model))) },
  }
}

/** Whether a value has models of services, by their names. */
export function isModels(value: unknown): value is AnyObject {
  if (!isObject(value) || !isObject(value.services)) return false
  const [first] = Object.values(value.services)
  return isObject(first) && isObject(first.operations) && isObject(first.shapes) && isObject(first.metadata)
}

function createPaths(service: string, model: AnyObject): readonly (readonly [string, AnyObject])[] {
  return readMembers(model.operations).map(([name, operation]) => {
    const output = isObject(operation.output) ? operation.output : undefined
    const described = {
      operationId: `${service}.${name}`,
      'x-wire': nameOnWire(name, model, operation),
      deprecated: operation.deprecated === true ? true : undefined,
      parameters: createParameters(service, model, operation.input),
      responses: {
        200: {
          description: name,
          content: output && { 'application/json': { schema: refer(service, findPayload(model, output)) } },
        },
      },
    }
    return [`/${service}.${name}`, { post: described }] as const
  })
}

/** How a request shows which operation it asks: by host and name, or by host, method and path where the protocol is REST. */
function nameOnWire(name: string, { metadata }: AnyObject, { http }: AnyObject): string {
  const { protocol, endpointPrefix } = isObject(metadata) ? metadata : {}
  const { method, requestUri } = isObject(http) ? http : {}
  return String(protocol).startsWith('rest')
    ? `${endpointPrefix} ${method} ${String(requestUri).replace(/\?.*/, '')}`
    : `${endpointPrefix} ${name}`
}

function createParameters(service: string, model: AnyObject, input: unknown): readonly AnyObject[] {
  const shape = findShape(model, input)
  const required = Array.isArray(shape?.required) ? shape.required : []
  return readMembers(shape?.members).map(([name, member]) => ({
    name,
    in: 'query',
    required: required.includes(name) ? true : undefined,
    deprecated: member.deprecated === true ? true : undefined,
    schema: refer(service, member),
  }))
}

/** An answer may be what one of its members holds. */
function findPayload(model: AnyObject, output: AnyObject): AnyObject {
  const shape = findShape(model, output)
  const payload =
    isObject(shape?.members) && typeof shape.payload === 'string' ? shape.members[shape.payload] : undefined
  return isObject(payload) ? payload : output
}

function createSchemas(service: string, model: AnyObject): readonly (readonly [string, AnyObject])[] {
  const { protocol } = isObject(model.metadata) ? model.metadata : {}
  const isXml = !String(protocol).includes('json')
  return readMembers(model.shapes).map(([name, shape]) => [`${service}.${name}`, toSchema(service, shape, isXml)])
}

function toSchema(service: string, shape: AnyObject, isXml: boolean): AnyObject {
  const { type, members, member, key, value, required } = shape
  if (type === 'structure') {
    const named = new Map(readMembers(members).map(([name, of]) => [name, String(of.locationName ?? name)]))
    return {
      type: 'object',
      properties: Object.fromEntries(
        readMembers(members).map(([name, of]) => [
          named.get(name) ?? name,
          { deprecated: of.deprecated === true ? true : undefined, allOf: [refer(service, of)] },
        ]),
      ),
      required: (Array.isArray(required) ? required : []).map((name) => named.get(String(name)) ?? name),
    }
  }
  if (isObject(member))
    return isXml
      ? createXmlList(String(member.locationName ?? 'member'), refer(service, member))
      : { type: 'array', items: refer(service, member) }
  if (isObject(key) && isObject(value)) {
    const entry = {
      type: 'object',
      properties: { key: refer(service, key), value: refer(service, value) },
      required: ['key', 'value'],
    }
    return isXml ? createXmlList('entry', entry) : { type: 'object', additionalProperties: refer(service, value) }
  }
  const words = Array.isArray(shape.enum) ? { enum: shape.enum } : {}
  // XML has text only, of which the model still tells what it is.
  if (isXml && type === 'boolean') return { type: 'string', enum: ['true', 'false'] }
  if (isXml && type === 'timestamp') return { type: 'string', format: 'date-time' }
  if (isXml || ['string', 'blob', 'character'].includes(String(type))) return { type: 'string', ...words }
  return { type: type === 'boolean' ? 'boolean' : 'number', ...words }
}

/** A list in XML: nothing, one item, or several. */
function createXmlList(name: string, item: AnyObject): AnyObject {
  const items = { oneOf: [item, { type: 'array', items: item }] }
  return { oneOf: [{ type: 'object', properties: { [name]: items }, required: [name] }, { type: 'string' }] }
}

function refer(service: string, { shape }: AnyObject): AnyObject {
  return { $ref: `#/components/schemas/${service}.${String(shape).replaceAll('~', '~0').replaceAll('/', '~1')}` }
}

function findShape(model: AnyObject, reference: unknown): AnyObject | undefined {
  if (!isObject(reference) || !isObject(model.shapes)) return undefined
  const shape = Object.hasOwn(model.shapes, String(reference.shape)) ? model.shapes[String(reference.shape)] : undefined
  return isObject(shape) ? shape : undefined
}

function readMembers(value: unknown): readonly (readonly [string, AnyObject])[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) =>
    isObject(member) ? [[name, member] as const] : [],
  )
}

/** The place in the models for a pointer in the OpenAPI shape: the operation, or the shape. */
export function toModelPointer(pointer: string): string {
  return pointer
    .replace(/^\/paths\/~1([^.]+)\.([^/]+)(?:\/.*)?$/, '/services/$1/operations/$2')
    .replace(/^\/components\/schemas\/([^.]+)\.([^/]+)(?:\/properties\/([^/]+))?.*$/, (_all, service, shape, member) =>
      [`/services/${service}/shapes/${shape}`, ...(member === undefined ? [] : [`members/${member}`])].join('/'),
    )
}
