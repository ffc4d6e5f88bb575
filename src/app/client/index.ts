/**
 * `checkwright/client`: a typed client of the HTTP API, for programs that run elsewhere.
 *
 * @packageDocumentation
 */

export { ApiProblem, type ApiProblemDetails } from './api-problem.ts'
export type { ApiCall, CallAnswer, CallInput, CallOptions, Client } from './calls.ts'
export { type ClientOptions, createClient } from './create-client.ts'
export { listAll } from './list-all.ts'
