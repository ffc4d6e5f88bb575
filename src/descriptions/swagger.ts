import { type AnyObject, isObject } from '../text/is-object.ts'

/**
 * A Swagger 2.0 description in the shape of OpenAPI 3.0, for requests and answers. References stay the same: their
 * targets keep their place beside the new one.
 * @see https://swagger.io/specification/v2/
 */
export function toOpenApi(swagger: AnyObject): AnyObject {
  const { produces } = swagger
  return {
    ...swagger,
    openapi: '3.0.3',
    servers: createServers(swagger),
    paths: mapMembers(swagger.paths, (item) => convertPathItem(item, produces)),
    parameters: mapMembers(swagger.parameters, convertParameter),
    responses: mapMembers(swagger.responses, (response) => convertResponse(response, produces)),
    components: {
      schemas: swagger.definitions ?? {},
      securitySchemes: mapMembers(swagger.securityDefinitions, convertScheme),
    },
  }
}

export function isSwagger(value: unknown): value is AnyObject {
  // YAML reads an unquoted 2.0 as a number.
  return isObject(value) && (value.swagger === '2.0' || value.swagger === 2)
}

/** The place in the Swagger file for a pointer in the OpenAPI shape. */
export function toSwaggerPointer(pointer: string): string {
  return pointer
    .replace(/^\/servers(\/.*)?$/, '/host')
    .replace(/^\/components\/securitySchemes/, '/securityDefinitions')
    .replace(/^\/components\/schemas/, '/definitions')
    .replace(/^(.*\/responses\/[^/]+)\/content\/[^/]+/, '$1')
    .replace(/^(.*\/parameters\/\d+)\/schema\b/, '$1')
    .replace(/^(\/securityDefinitions\/[^/]+)\/flows\/[^/]+/, '$1')
}

function createServers({ host, basePath, schemes }: AnyObject): readonly AnyObject[] {
  const path = typeof basePath === 'string' ? basePath : ''
  if (typeof host !== 'string') return path === '' ? [] : [{ url: path }]
  const all = Array.isArray(schemes) ? schemes : []
  const scheme = all.length === 0 || all.includes('https') ? 'https' : 'http'
  return [{ url: `${scheme}://${host}${path}` }]
}

function convertPathItem(item: unknown, produces: unknown): unknown {
  return mapMembers(item, (member, name) => {
    if (name === 'parameters') return mapList(member, convertParameter)
    if (!isObject(member)) return member
    const { parameters = [], responses, ...operation } = member
    return {
      ...operation,
      parameters: mapList(parameters, convertParameter),
      responses: mapMembers(responses, (response) => convertResponse(response, operation.produces ?? produces)),
    }
  })
}

/** Swagger has a parameter's type and limits beside its name, OpenAPI 3 in a schema. */
function convertParameter(parameter: unknown): unknown {
  if (!isObject(parameter) || '$ref' in parameter) return parameter
  const { name, in: place, required, description, schema, ...inline } = parameter
  // A body belongs to requests that change something, which we do not make.
  return { name, in: place, required, description, schema: schema ?? inline }
}

function convertResponse(response: unknown, produces: unknown): unknown {
  if (!isObject(response) || '$ref' in response || response.schema === undefined) return response
  const { schema, examples, ...rest } = response
  const types = Array.isArray(produces) ? produces.filter((type) => typeof type === 'string') : []
  const json = types.find((type) => /[/+]json\b/i.test(type))
  const type = json ?? types[0] ?? 'application/json'
  const example = isObject(examples) ? examples[type] : undefined
  return { ...rest, content: { [type]: { schema, example } } }
}

function convertScheme(scheme: unknown): unknown {
  if (!isObject(scheme)) return scheme
  if (scheme.type === 'basic') return { ...scheme, type: 'http', scheme: 'basic' }
  if (scheme.type !== 'oauth2') return scheme
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme
  const named: AnyObject = { accessCode: 'authorizationCode', application: 'clientCredentials' }
  return { ...rest, flows: { [String(named[String(flow)] ?? flow)]: { authorizationUrl, tokenUrl, scopes } } }
}

function mapMembers(value: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]))
}

function mapList(value: unknown, change: (member: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : value
}
