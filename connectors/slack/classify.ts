import type { Classification, VendorFailure } from 'checkwright'

const permission: Classification = { kind: 'permission', message: 'Connect as an owner of the workspace.' }
const auth: Classification = { kind: 'auth', message: 'The token is no longer valid. Reconnect.' }
const plan: Classification = { kind: 'plan', message: 'The plan of the workspace does not include this.' }

/** Slack has the reason as a word. https://docs.slack.dev/apis/web-api/#responses */
const refusals: Readonly<Record<string, Classification>> = {
  access_denied: permission,
  account_inactive: auth,
  fatal_error: { kind: 'upstream' },
  internal_error: { kind: 'upstream' },
  invalid_auth: auth,
  no_permission: permission,
  not_allowed_token_type: permission,
  not_authed: auth,
  not_an_admin: permission,
  paid_only: plan,
  paid_teams_only: plan,
  ratelimited: { kind: 'rate_limited' },
  request_timeout: { kind: 'upstream' },
  service_unavailable: { kind: 'upstream' },
  team_access_not_granted: permission,
  token_expired: auth,
  token_revoked: auth,
  user_is_restricted: permission,
}

/** The meaning of Slack's refusal; undefined leaves it to the rules for the status. */
export function classify({ body }: VendorFailure): Classification | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string')
    return undefined
  if (body.error === 'missing_scope') {
    const needed = 'needed' in body && typeof body.needed === 'string' ? body.needed.split(',') : undefined
    return { kind: 'permission', missingScopes: needed }
  }
  return Object.hasOwn(refusals, body.error) ? refusals[body.error] : undefined
}
