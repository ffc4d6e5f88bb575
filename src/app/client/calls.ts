import type { operations } from './api.ts'

type OperationId = keyof operations
type GroupName<Id> = Id extends `${infer Name}.${string}` ? Name : never

/** All calls of the API, by group and name: `client.comments.create`. */
export type Client = {
  readonly [Of in GroupName<OperationId>]: {
    readonly [Id in OperationId as Id extends `${Of}.${infer Name}` ? Name : never]: ApiCall<operations[Id]>
  }
}

/** What each call takes beside its parameters. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Repeats with the same text are carried out once, for a day. */
  readonly idempotencyKey?: string | undefined
}

/** One call: parameters of path and query by their names, and `body`. */
export interface ApiCall<Operation> {
  /**
   * @returns what the service answers
   * @throws ApiProblem when the request was answered, but not with success
   */
  (...input: Optional<CallInput<Operation>>): Promise<CallAnswer<Operation>>
  /**
   * The same, with the answer as it came: for CSV, NDJSON, events and files.
   * @throws ApiProblem as above
   */
  readonly raw: (...input: Optional<CallInput<Operation>>) => Promise<Response>
}

/** Parameters by their names, `body` and options. */
export type CallInput<Operation> = ParametersOf<Operation> & BodyOf<Operation> & CallOptions

/** JSON as a value; nothing where there is none. Any other answer is read by `raw`. */
export type CallAnswer<Operation> = Operation extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>
  : undefined

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Value } } ? Value : undefined

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters }
  ? ParametersIn<Parameters, 'path'> & ParametersIn<Parameters, 'query'>
  : object
type ParametersIn<Parameters, Place extends string> = Parameters extends { [Name in Place]?: infer Values }
  ? [NonNullable<Values>] extends [never]
    ? object
    : NonNullable<Values>
  : object

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { readonly body: ContentOf<Content> }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { readonly body?: ContentOf<Content> | undefined }
    : object
type ContentOf<Content> = Content extends { 'application/json': infer Value } ? Value : FormData

/** What needs nothing is called with nothing. */
type Optional<Input> = object extends Input ? [input?: Input] : [input: Input]
