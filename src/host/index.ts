export { bindingCookie } from './binding-cookie.ts'
export type { CommentNotice } from './comments.ts'
export { createHost } from './create-host.ts'
export type { Host, HostOptions, JwtOptions, RateLimit, RequestOrigin } from './options.ts'
