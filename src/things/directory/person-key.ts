import { createHash } from 'node:crypto'

/** Names a person of an organization in URLs, which are kept in many logs. The id may be an address. */
export function toPersonKey(organizationId: string, personId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([organizationId, personId]))
    .digest('base64url')
    .slice(0, 22)
}
