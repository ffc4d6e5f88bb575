import { createHash } from 'node:crypto'

/** A text that looks like a token, which redaction has to find in much text. */
export function tokenOf(connection: number): string {
  return createHash('sha256').update(`connection ${connection}`).digest('hex').slice(0, 40)
}

/** A list with many pages, from a vendor with a delay for each. */
export function listPath(pages: number, delayMs = 0): string {
  return `/${delayMs}/repos?page=1&pages=${pages}`
}

export const itemsPerPage = 100
