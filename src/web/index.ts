/**
 * `checkwright/host`: the HTTP API and the pages as one function from request to response. It is here, and not in `host/`,
 * because pages are built on the API and folders import to their left only.
 *
 * @packageDocumentation
 */

export { bindingCookie } from '../host/binding-cookie.ts'
export type {
  Host,
  HostLogger,
  HostOptions,
  JwtOptions,
  Person,
  RateLimit,
  RequestOrigin,
  Session,
} from '../host/host-options.ts'
export type { CommentNotice } from '../workspace/comments.ts'
export type { EntityDirectory, UserDirectory } from '../workspace/directory.ts'
export type { ObjectRef, ObjectStore } from '../workspace/files/objects.ts'
export type { Role } from '../workspace/permissions.ts'
export { createHost } from './create-host.ts'
export { SignInLinks } from './sign-in/sign-in-links.ts'
