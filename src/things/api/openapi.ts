import { OpenAPIHono, type z } from '@hono/zod-openapi'
import type { ErrorCode } from '../../errors/index.ts'
import { ProblemSchema } from '../../service/api/schemas/problem-schema.ts'
import { scopes } from '../../service/rights/scopes.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { declaredThings } from '../declared/declared-things.ts'
import { type ProblemStatus, problemTitles } from './answers/problem-details.ts'
import type { Route } from './route.ts'

type Registry = OpenAPIHono['openAPIRegistry']

const tags = {
  Organization: 'The organization of the caller.',
  Comments: 'Comments on findings, connections, tasks, vendors, risks and policies, with files.',
  'Knowledge Base': 'Answers to questions of questionnaires.',
  'Evidence Forms': 'Files that people upload as evidence.',
  Connectors: 'The third-party systems that you can connect, and their OAuth apps.',
  'Connectors as data': 'Connectors that operators of the platform add as files, with their versions.',
  Connections: "An organization's accounts at third-party systems, and the variables of their checks.",
  Inventories: 'Lists that connections read from their vendors: accounts, devices and more. Reading them is audited.',
  'Cross-checks': 'Checks over all connections of an organization: leavers, accounts without an owner and more.',
  Runs: 'Checks of a connection, or a cross-check, with their results, and reports of them.',
  Schedules: 'Schedules for runs of connections.',
  Judgements: 'Decisions of people about results that need review.',
  Directory:
    'Who belongs to the organization, with their accounts and devices over all connections. Reading is audited.',
  'Account Links': 'Whose accounts are, and who or what says so.',
  'Access reviews': 'Decisions of people about who has access to what, signed when they are finished.',
  Obligations: 'What is owed again and again, with states that nobody can set.',
  Webhooks: 'Where notices of the organization are sent, and what was sent.',
  Controls: 'Controls of frameworks, judged by the latest results.',
  'API Keys': 'Keys of the organization for this API.',
  Packages: 'How controls stood on each day of a period, with the evidence, for an auditor.',
  Audit: 'The audit log: changes, with the person or key that made them.',
  Files: 'Downloads by signed links.',
} as const satisfies Record<string, string>

/** The code that examples show. */
const exampleCodes: Readonly<Record<ProblemStatus, ErrorCode>> = {
  400: 'API_INVALID',
  401: 'API_UNAUTHENTICATED',
  403: 'API_FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'API_METHOD_NOT_ALLOWED',
  409: 'STORE_CONFLICT',
  413: 'API_BODY_TOO_LARGE',
  415: 'API_MEDIA_TYPE_UNSUPPORTED',
  422: 'API_IDEMPOTENCY_REUSED',
  429: 'API_RATE_LIMITED',
  500: 'INTERNAL',
  503: 'STORE_UNAVAILABLE',
}

/**
 * The document of these routes (OpenAPI 3.1).
 * @param options.url where the API is mounted
 * @param options.jwt whether tokens are accepted
 */
export function createOpenApiDocument(
  routes: readonly Route[],
  { url, jwt }: { readonly url: string; readonly jwt: boolean },
) {
  // It serves no requests: it holds the registry that the document is made from.
  const app = new OpenAPIHono()
  const registry = app.openAPIRegistry
  registerSecurity(registry, jwt)
  registry.register('Problem', ProblemSchema)
  for (const route of routes) registry.registerPath(toOpenapiPath(route, jwt))
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Checkwright',
      version: '1.0',
      description: 'Comments, knowledge base, evidence and integrations of a compliance service.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url }],
    tags: [
      ...Object.entries(tags).map(([name, description]) => ({ name, description })),
      ...declaredThings.map((thing) => ({ name: thing.tag, description: thing.about })),
    ],
  })
  const used = new Set(routes.flatMap((route) => listProblemStatuses(route)))
  const responses = Object.fromEntries(
    [...used].sort().map((status) => [`Problem${status}`, describeProblemResponse(status)]),
  )
  return { ...document, components: { ...document.components, responses } }
}

function registerSecurity(registry: Registry, jwt: boolean): void {
  const meanings = Object.entries(scopes).map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: ['A key of the organization. Its scopes:', '', ...meanings].join('\n'),
  })
  if (!jwt) return
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of the identity provider that this service trusts. Its scopes are those of API keys.',
  })
}

function toOpenapiPath(route: Route, jwt: boolean): Parameters<Registry['registerPath']>[0] {
  const { method, path, operationId, summary, description, tag, scope, params, query, body, answer } = route
  const ways = [{ apiKey: [] }, ...(jwt ? [{ bearer: [] }] : [])]
  return omitUndefined({
    method,
    path,
    operationId,
    summary,
    tags: [tag],
    description: [description, scope && `Needs the scope \`${scope}\`.`]
      .filter((line) => line !== undefined)
      .join('\n\n'),
    security: scope === undefined ? [] : ways,
    parameters: method === 'post' ? [idempotencyKey] : undefined,
    request: omitUndefined({
      params,
      query,
      body:
        body.length > 0
          ? {
              required: body.every(({ optional }) => !optional),
              content: Object.fromEntries(body.map(({ mediaType, schema }) => [mediaType, { schema }])),
            }
          : undefined,
    }),
    responses: omitUndefined({
      [answer.status]: {
        description: answer.description,
        headers: answer.location && { Location: locationHeader },
        content: Object.fromEntries(
          (answer.mediaTypes ?? ['application/json']).map((mediaType) => [mediaType, { schema: answer.schema }]),
        ),
      },
      204: answer.nothing === undefined ? undefined : { description: answer.nothing },
      304:
        method === 'get' && answer.mediaTypes === undefined
          ? { description: 'The ETag in If-None-Match still matches.' }
          : undefined,
      ...Object.fromEntries(
        listProblemStatuses(route).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    }),
  })
}

const locationHeader = {
  description: 'Where to read it.',
  schema: { type: 'string', format: 'uri' },
} as const

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Checkwright carries out the first request with a key. For a day, repeats get the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
} as const

/** A route's declaration gives its possible refusals, so that none is forgotten. */
function listProblemStatuses({ scope, method, params, query, body, problems = [] }: Route): readonly ProblemStatus[] {
  const statuses = new Set<ProblemStatus>([429, 500, 503, ...problems])
  if (scope !== undefined) for (const status of [400, 401, 403] as const) statuses.add(status)
  if (query !== undefined || body.length > 0) statuses.add(400)
  if (params !== undefined) statuses.add(404)
  if (body.length > 0) for (const status of [413, 415] as const) statuses.add(status)
  if (method === 'post' && scope !== undefined) for (const status of [409, 422] as const) statuses.add(status)
  return [...statuses].sort()
}

function describeProblemResponse(status: ProblemStatus) {
  const title = problemTitles[status]
  const example: z.input<typeof ProblemSchema> = {
    type: 'about:blank',
    title,
    status,
    code: exampleCodes[status],
    detail: 'It says what happened, and what you do next.',
    requestId: 'b5c1c9f2-5f0e-4c55-9a53-0d7f3f0b8a11',
  }
  return {
    description: title,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } },
  }
}
