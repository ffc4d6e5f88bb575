import type { z } from '@hono/zod-openapi'
import { ApiError } from '../../errors/index.ts'
import type { JoiningEntry } from '../../service/records/audit.ts'
import type { Action } from '../../service/rights/permissions.ts'
import type { Scope } from '../../service/rights/scopes.ts'
import type { AuditAction } from '../parts/audit-actions.ts'
import { readBody } from './body/read-body.ts'
import { readQuery } from './body/read-query.ts'
import type { BodyRead, BodyReader } from './body/reader.ts'
import type { Caller } from './callers/caller.ts'
import type { HostParts } from './parts/host-parts.ts'

/** The declaration of a route, for the document and for the server. */
export interface RouteFacts {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** As OpenAPI writes it: `/v1/comments/{commentId}`. */
  readonly path: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string | undefined
  /** Statuses of refusals beside those that follow from the rest, such as 404. */
  readonly problems?: readonly (400 | 403 | 404 | 409 | 422)[] | undefined
}

/** The answer. */
export interface RouteAnswer<Schema extends z.ZodType> {
  readonly status: 200 | 201 | 202
  readonly description: string
  readonly schema: Schema
  /** Media type. For any other than JSON the handler returns a Response. @default ['application/json'] */
  readonly mediaTypes?: readonly string[]
  /**
   * Path, relative to the mount path of the API, of the thing that was made or is under way. It becomes the header
   * Location.
   * @default none
   */
  readonly location?: (answer: z.input<Schema>) => string
  /** The meaning of a Response with status 204. @default it never does */
  readonly nothing?: string
  /**
   * Holds a secret that is shown only this time. It is not kept, even for a repeated Idempotency-Key. @default false
   */
  readonly once?: boolean
}

/** The entry of a change in the audit log. */
export interface RouteAudit<Answer> {
  /** Such as `comment.create`. */
  readonly action: AuditAction
  /** Id of the changed thing. @default the answer's `id`, else the last parameter of the path */
  readonly target?: (answer: Answer) => string | null
  /**
   * Whether the change is one transaction of the store that has the entry too: `handle` gets it as `entry`.
   * @default false: it is written before the change, and completed afterwards
   */
  readonly joins?: boolean
}

/** The entry of a GET that reads what vendors say of people. */
export interface RouteReadAudit<Params> {
  /** Such as `inventory.read`. */
  readonly action: AuditAction
  /** What was read: the id of the thing, and names of its parts. */
  readonly describe: (params: Params) => { readonly target: string; readonly fields: readonly string[] }
}

type Empty = z.ZodObject<Record<never, never>>

interface RouteShape<P extends z.ZodObject, Q extends z.ZodObject, B, A extends z.ZodType> extends RouteFacts {
  /** Strings, as the path has them. A value that does not fit leads to 404, because such a thing cannot exist. */
  readonly params?: P
  /** Strings, as the query has them. List every member: others are refused. */
  readonly query?: Q
  /** One reader for each media type. */
  readonly body?: readonly BodyReader<B>[]
  readonly answer: RouteAnswer<A>
}

interface RouteInput<P extends z.ZodObject, Q extends z.ZodObject, B> {
  readonly params: z.output<P>
  readonly query: z.output<Q>
  readonly body: B
  readonly request: Request
  readonly requestId: string
}

interface CallersInput<P extends z.ZodObject, Q extends z.ZodObject, B> extends RouteInput<P, Q, B> {
  readonly caller: Caller
  /** Whether the caller may still read, by a credential that is still valid. For event streams; other long answers break off by themselves. */
  readonly mayGoOn: () => Promise<boolean>
  /** Undefined: the change has its entry already. */
  readonly entry: JoiningEntry | undefined
}

type HandlerAnswer<A extends z.ZodType> = Promise<z.input<A> | Response>

/** A route for callers who prove their identity and have the scope. */
export interface RouteDeclaration<P extends z.ZodObject, Q extends z.ZodObject, B, A extends z.ZodType>
  extends RouteShape<P, Q, B, A> {
  readonly scope: Scope
  /** The right that the role of a person with a token must include. @default the same as the scope */
  readonly permission?: Action | undefined
  /** Whether only a person's own token may do it, and no API key. @default false */
  readonly sessionOnly?: boolean
  /** Every route that changes something has it. */
  readonly audit?: RouteAudit<z.input<A>>
  /** Only a GET has it. @default nothing is written */
  readonly auditRead?: RouteReadAudit<z.output<P>>
  readonly handle: (input: CallersInput<P, Q, B>, host: HostParts) => HandlerAnswer<A>
}

/** A route without credentials: the handler decides what it may show, such as by a signature. */
export interface PublicRouteDeclaration<P extends z.ZodObject, Q extends z.ZodObject, A extends z.ZodType>
  extends RouteShape<P, Q, undefined, A> {
  readonly method: 'get'
  readonly handle: (input: RouteInput<P, Q, undefined>, host: HostParts) => HandlerAnswer<A>
}

/** The arguments that the server passes to a route. */
export interface RouteRequest {
  readonly request: Request
  readonly requestId: string
  readonly params: Readonly<Record<string, string>>
  readonly caller: Caller | undefined
  readonly mayGoOn: () => Promise<boolean>
}

/** A request that was read and validated, but not carried out yet. */
export interface PreparedRequest extends Pick<BodyRead<unknown>, 'digest' | 'fields' | 'discard'> {
  /** @param entry of the audit log, for the transaction of the change. @default it has one already */
  readonly carryOut: (entry?: JoiningEntry) => Promise<RouteOutcome>
}

export type RouteOutcome =
  | { readonly kind: 'value'; readonly value: unknown; readonly target: string | null }
  | { readonly kind: 'response'; readonly response: Response; readonly target?: string }

/** A route as a value, for the server, the document and the tests that visit all of them. */
export interface Route extends RouteFacts {
  /** undefined: public. */
  readonly scope: Scope | undefined
  readonly permission: Action | undefined
  readonly sessionOnly: boolean
  readonly params: z.ZodObject | undefined
  readonly query: z.ZodObject | undefined
  readonly body: readonly Omit<BodyReader<unknown>, 'read'>[]
  readonly answer: RouteAnswer<z.ZodType>
  /** Undefined: it changes nothing, and reads nothing that is audited. */
  readonly action: AuditAction | undefined
  /** Whether the entry of that action is written in the transaction of the change. */
  readonly joins: boolean
  /** @throws ApiError for an invalid request */
  readonly prepare: (request: RouteRequest, host: HostParts) => Promise<PreparedRequest>
}

/** Declares a route. Before `handle` is called, the caller is proven, the scope is there and everything is valid. */
export function defineRoute<
  P extends z.ZodObject = Empty,
  Q extends z.ZodObject = Empty,
  B = undefined,
  A extends z.ZodType = z.ZodType,
>(declaration: RouteDeclaration<P, Q, B, A>): Route {
  const { scope, audit, auditRead, handle } = declaration
  if ((declaration.method === 'get') !== (audit === undefined))
    throw new TypeError(`route: ${declaration.operationId} must have audit exactly when it is no GET`)
  if (auditRead && audit) throw new TypeError(`route: ${declaration.operationId} must have auditRead only as a GET`)
  return {
    ...collectRouteFacts(declaration),
    scope,
    permission: declaration.permission,
    sessionOnly: declaration.sessionOnly ?? false,
    action: audit?.action ?? auditRead?.action,
    joins: audit?.joins ?? false,
    prepare: async ({ caller, ...request }, host) => {
      if (caller === undefined) throw new TypeError('route: nobody proved who they are')
      const params = parseParams(declaration, request.params)
      const query = readQuery(declaration.query, request.request)
      const read = await readBody(declaration.body, request.request, caller, host)
      const input = { ...request, caller, params, query, body: read.value } as Omit<CallersInput<P, Q, B>, 'entry'>
      const described = auditRead?.describe(input.params)
      return {
        ...read,
        fields: described ? described.fields : read.fields,
        carryOut: async (entry) => {
          const outcome = toRouteOutcome(await handle({ ...input, entry }, host), audit?.target, request.params)
          return described ? { ...outcome, target: described.target } : outcome
        },
      }
    },
  }
}

/** Declares a public route. */
export function definePublicRoute<
  P extends z.ZodObject = Empty,
  Q extends z.ZodObject = Empty,
  A extends z.ZodType = z.ZodType,
>(declaration: PublicRouteDeclaration<P, Q, A>): Route {
  return {
    ...collectRouteFacts(declaration),
    scope: undefined,
    permission: undefined,
    sessionOnly: false,
    action: undefined,
    joins: false,
    prepare: async ({ caller: _, mayGoOn: __, ...request }, host) => {
      const params = parseParams(declaration, request.params)
      const query = readQuery(declaration.query, request.request)
      const input = { ...request, params, query, body: undefined } as RouteInput<P, Q, undefined>
      return {
        digest: '',
        fields: [],
        carryOut: async () => toRouteOutcome(await declaration.handle(input, host), undefined, request.params),
      }
    },
  }
}

function collectRouteFacts<P extends z.ZodObject, Q extends z.ZodObject, B, A extends z.ZodType>(
  shape: RouteShape<P, Q, B, A>,
) {
  const { method, path, operationId, tag, summary, description, problems, params, query, body = [], answer } = shape
  return {
    method,
    path,
    operationId,
    tag,
    summary,
    params,
    query,
    body,
    answer,
    description,
    problems,
  }
}

function parseParams<P extends z.ZodObject>(
  { params }: { readonly params?: P },
  parts: Readonly<Record<string, string>>,
): z.output<P> | undefined {
  if (params === undefined) return undefined
  const result = params.safeParse(parts)
  if (result.success) return result.data
  throw new ApiError('There is no such thing.', { code: 'NOT_FOUND' })
}

function toRouteOutcome<Answer>(
  answer: Answer | Response,
  target: RouteAudit<Answer>['target'],
  params: Readonly<Record<string, string>>,
): RouteOutcome {
  if (answer instanceof Response) return { kind: 'response', response: answer }
  return {
    kind: 'value',
    value: answer,
    target: target ? target(answer) : (readId(answer) ?? Object.values(params).at(-1) ?? null),
  }
}

function readId(answer: unknown): string | undefined {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
  return typeof id === 'string' ? id : undefined
}
