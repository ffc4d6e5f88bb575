import type { Shape } from '../expressions/shape.ts'

/** Members of an answer that a file reads, by name; `[]` is any item of a list. */
export interface Reads {
  readonly members: Map<string, Reads>
  /** Names that the description does not have at this place. */
  readonly missing: Set<string>
}

export function createReads(): Reads {
  return { members: new Map(), missing: new Set() }
}

/** The same shape, which notes the members that somebody looks at. */
export function watchShape(shape: Shape, reads: Reads): Shape {
  const { item } = shape
  return {
    ...shape,
    members: new WatchedMembers(shape, reads),
    ...(item && { item: () => watchShape(item(), openMember(reads, '[]')) }),
  }
}

function openMember(reads: Reads, name: string): Reads {
  const known = reads.members.get(name) ?? createReads()
  reads.members.set(name, known)
  return known
}

class WatchedMembers extends Map<string, () => Shape> {
  readonly #reads: Reads

  constructor({ members = new Map<string, () => Shape>() }: Shape, reads: Reads) {
    super()
    this.#reads = reads
    for (const [name, read] of members) this.set(name, () => watchShape(read(), openMember(reads, name)))
  }

  override get(name: string): (() => Shape) | undefined {
    const read = super.get(name)
    // "data.users" is looked for as one name first.
    if (!read && !name.includes('.')) this.#reads?.missing.add(name)
    return read
  }
}

/** Paths of members that the description does not have: `[].profile.mfa`. */
export function listMissing({ members, missing }: Reads, at = ''): readonly string[] {
  const join = (name: string) => (at === '' ? name : name === '[]' ? `${at}[]` : `${at}.${name}`)
  return [
    ...[...missing].map(join),
    ...[...members].flatMap(([name, inner]) => listMissing(inner, join(name))),
  ].toSorted()
}
