import type { Classification, VendorFailure } from 'checkwright'

/** Okta has the reason as a code. https://developer.okta.com/docs/reference/error-codes/ */
const refusals: Readonly<Record<string, Classification>> = {
  E0000005: { kind: 'auth', message: 'Its session has ended. Reconnect.' },
  E0000006: { kind: 'permission', message: 'The role of the person who connected does not include this.' },
  E0000011: { kind: 'auth', message: 'The token is no longer valid. Reconnect.' },
  E0000015: { kind: 'plan', message: 'The organization has not licensed or enabled this feature.' },
  E0000022: { kind: 'plan', message: 'The organization does not support this operation.' },
  E0000047: { kind: 'rate_limited', message: 'The limit is reached. Run again in a minute.' },
}

/** The meaning of Okta's refusal; undefined leaves it to the rules for the status. */
export function classify({ body }: VendorFailure): Classification | undefined {
  const code = typeof body === 'object' && body !== null && 'errorCode' in body ? body.errorCode : undefined
  return typeof code === 'string' && Object.hasOwn(refusals, code) ? refusals[code] : undefined
}
