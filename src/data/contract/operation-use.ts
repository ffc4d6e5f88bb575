import { createReads, listReads, parseReads, type Reads } from './watch-shape.ts'

/** What a part of a connector asks of one operation, and what it reads of the answer. */
export interface OperationUse {
  /** Names of the query members that it sends. */
  readonly sent: Set<string>
  readonly reads: Reads
}

/** Operations by their names, `GET /users/{id}`. */
export type OperationUses = ReadonlyMap<string, OperationUse>

/**
 * What each part of a connector relies on. A part is a check by its id, an inventory as `inventory:account`, or `connection` for
 * signing in and for the test of a connection.
 */
export type PartUses = ReadonlyMap<string, OperationUses>

/** The same as a contract file has it. */
export interface WrittenUses {
  readonly [part: string]: {
    readonly [operation: string]: {
      readonly sent?: readonly string[] | undefined
      readonly reads?: readonly string[] | undefined
    }
  }
}

export function createUse(): OperationUse {
  return { sent: new Set(), reads: createReads() }
}

/** What all parts together rely on. */
export function uniteUses(parts: PartUses): OperationUses {
  const united = new Map<string, OperationUse>()
  for (const uses of parts.values())
    for (const [operation, use] of uses) {
      const whole = united.get(operation) ?? createUse()
      united.set(operation, whole)
      addUse(whole, use)
    }
  return united
}

/** Adds to a use what another one has. */
export function addUse(whole: OperationUse, { sent, reads }: OperationUse): void {
  for (const name of sent) whole.sent.add(name)
  addReads(whole.reads, reads)
}

function addReads(whole: Reads, { members, missing }: Reads): void {
  for (const name of missing) whole.missing.add(name)
  for (const [name, inner] of members) {
    const known = whole.members.get(name) ?? createReads()
    whole.members.set(name, known)
    addReads(known, inner)
  }
}

export function writeUses(parts: PartUses): WrittenUses {
  const sort = <T>(entries: Iterable<readonly [string, T]>) => [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sort(parts).map(([part, uses]) => [
      part,
      Object.fromEntries(
        sort(uses).map(([operation, { sent, reads }]) => {
          const paths = listReads(reads)
          return [
            operation,
            { sent: sent.size > 0 ? [...sent].sort() : undefined, reads: paths.length > 0 ? paths : undefined },
          ]
        }),
      ),
    ]),
  )
}

export function parseUses(written: WrittenUses): PartUses {
  return new Map(
    Object.entries(written).map(([part, operations]) => [
      part,
      new Map(
        Object.entries(operations).map(([operation, { sent = [], reads = [] }]) => [
          operation,
          { sent: new Set(sent), reads: parseReads(reads) },
        ]),
      ),
    ]),
  )
}

/** `ids` allows `ids[]`, and `filter` allows `filter[name]`. */
export function isSent(declared: string, sent: ReadonlySet<string>): boolean {
  return [...sent].some((name) => name === declared || name.startsWith(`${declared}[`) || declared === `${name}[]`)
}
