import { createHash } from 'node:crypto'

/** A token that looks like one: redaction has to find it among much text. */
export function tokenOf(connection: number): string {
  return createHash('sha256').update(`connection ${connection}`).digest('hex').slice(0, 40)
}

/** A list of so many pages whose vendor thinks for a while at each. */
export function listPath(pages: number, delayMs = 0): string {
  return `/${delayMs}/repos?page=1&pages=${pages}`
}

export const itemsPerPage = 100
