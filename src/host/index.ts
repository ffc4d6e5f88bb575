export type { CommentNotice } from '../workspace/comments.ts'
export { bindingCookie } from './binding-cookie.ts'
export { createHost } from './create-host.ts'
export type { Host, HostOptions, JwtOptions, RateLimit, RequestOrigin } from './options.ts'
