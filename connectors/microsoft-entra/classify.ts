import type { Classification, VendorFailure } from 'checkwright'

/** Graph has the reason as a code. https://learn.microsoft.com/graph/errors */
const refusals: Readonly<Record<string, Classification>> = {
  Authorization_RequestDenied: { kind: 'permission' },
  Forbidden: { kind: 'permission' },
  AccessDenied: { kind: 'permission' },
  AadPremiumLicenseRequired: {
    kind: 'plan',
    message: 'The tenant has no Microsoft Entra ID P2 or Governance licence, which this needs.',
  },
  Authentication_RequestFromNonPremiumTenantOrB2CTenant: {
    kind: 'plan',
    message: 'The tenant has no Microsoft Entra ID P1 or P2 licence, which this report needs.',
  },
  InvalidAuthenticationToken: { kind: 'auth', message: 'The token is no longer valid. Reconnect.' },
  TooManyRequests: { kind: 'rate_limited' },
}

/** The meaning of Graph's refusal; undefined leaves it to the rules for the status. */
export function classify({ status, body }: VendorFailure): Classification | undefined {
  const { code, message = '' } = readError(body)
  // Intune only has a sentence in an error without its own code.
  if (status === 400 && /tenant .*not .*provisioned|not licensed|no.*intune/i.test(message))
    return { kind: 'plan', message: 'The tenant has no Microsoft Intune licence.' }
  return code !== undefined && Object.hasOwn(refusals, code) ? refusals[code] : undefined
}

function readError(body: unknown): { readonly code?: string | undefined; readonly message?: string | undefined } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {}
  const { error } = body
  if (typeof error !== 'object' || error === null) return {}
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    message: 'message' in error && typeof error.message === 'string' ? error.message : undefined,
  }
}
