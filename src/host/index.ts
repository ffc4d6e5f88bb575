export { bindingCookie } from './binding-cookie.ts'
export { createHost, type Host, type HostOptions } from './create-host.ts'
