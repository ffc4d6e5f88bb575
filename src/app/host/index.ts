/**
 * `checkwright/host`: the HTTP API and the pages as one function from request to response. It is here, and not in `host/`,
 * because pages are built on the API and folders import to their left only.
 *
 * @packageDocumentation
 */

export type { ObjectRef, ObjectStore } from '../../service/files/objects.ts'
export type { CommentNotice } from '../../service/records/comments.ts'
export type { EntityDirectory, UserDirectory } from '../../service/records/directory.ts'
export type { Role } from '../../service/rights/permissions.ts'
export { bindingCookie } from '../../things/api/options/binding-cookie.ts'
export type {
  Host,
  HostLogger,
  HostOptions,
  JwtOptions,
  RateLimit,
  RequestOrigin,
  Session,
} from '../../things/api/options/host-options.ts'
export type { SessionPerson } from '../../things/api/options/person.ts'
export { SignInLinks } from '../../things/people/pages/sign-in-links.ts'
export { createHost } from './create-host.ts'
