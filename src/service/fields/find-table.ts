import type { Thing } from './define-thing.ts'

/** The table of a thing in queries. It is no part of the static schema; what all of them have in common is in that of comments. */
export function findTable({ table }: Pick<Thing, 'table'>): 'comments' {
  return table as 'comments'
}
