import type { BasicConfig } from '../../define/index.ts'
import type { Authorization } from '../authorizer.ts'

/** User name and password of a basic connection: constants of the connector, or values of its two fields. */
export function readBasicPair(
  config: BasicConfig,
  credentials: Readonly<Record<string, unknown>>,
): { username: string; password: string } {
  return {
    username: config.fixedUsername ?? String(credentials[config.usernameField ?? 'username'] ?? ''),
    password: config.fixedPassword ?? String(credentials[config.passwordField ?? 'password'] ?? ''),
  }
}

/** HTTP Basic (RFC 7617): base64 of the UTF-8 bytes of `username:password`. */
export function buildBasicAuthorization({ username, password }: { username: string; password: string }): Authorization {
  return {
    headers: { Authorization: `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}` },
    query: {},
  }
}
