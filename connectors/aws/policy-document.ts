import { type Grant, measureGrant } from 'checkwright'

/** How much a policy allows; undefined where it is no policy. @param encoded its JSON, encoded as in a URL (RFC 3986) */
export function measureEncodedGrant(encoded: string): Grant | undefined {
  try {
    return measureGrant(decodeURIComponent(encoded))
  } catch {
    return undefined
  }
}
