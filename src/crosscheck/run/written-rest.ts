/**
 * The rest of an object as JSON, written before: `,"owner":{…}}`, after other members and with the end of the object. JSON.stringify does not see it. What an organization's accounts
 * say of their owners is the same text for all accounts of a person, and writing it for each takes longer than judging them.
 */
export const writtenRest: unique symbol = Symbol('written rest')

/** An object with members that are written already. */
export interface PartlyWritten {
  readonly [writtenRest]?: string
}

export function findWrittenRest(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? (value as PartlyWritten)[writtenRest] : undefined
}
