import type { Classification, VendorFailure } from 'checkwright'

/** The meaning of Datadog's refusal; undefined leaves it to the rules for the status. */
export function classify({ status, body }: VendorFailure): Classification | undefined {
  // The same error for a wrong key and for a key without the right: https://docs.datadoghq.com/api/latest/#errors
  if (status === 403 && listErrors(body).some((error) => /invalid api key|invalid application key/i.test(error)))
    return { kind: 'auth', message: 'Datadog does not know the keys on this site. Check both keys and the site.' }
  if (status === 403 && listErrors(body).some((error) => /not (?:enabled|available)|upgrade|plan/i.test(error)))
    return { kind: 'plan', message: 'The plan of the organization does not include this.' }
  return undefined
}

function listErrors(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return []
  return body.errors.map((error) => (typeof error === 'string' ? error : JSON.stringify(error)))
}
