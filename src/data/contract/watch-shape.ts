import type { Shape } from '../expressions/shape.ts'

/** Members of an answer that a connector reads, by name; `[]` is any item of a list, and `{}` any member of a map. */
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
    item: item && (() => watchShape(item(), openMember(reads, '[]'))),
  }
}

/** What is read of a member, to be added to. */
export function openMember(reads: Reads, name: string): Reads {
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
  return [
    ...[...missing].map((name) => joinMember(at, name)),
    ...[...members].flatMap(([name, inner]) => listMissing(inner, joinMember(at, name))),
  ].toSorted()
}

/** The innermost members that are read, as JSON pointers: `/[]/profile/login`. */
export function listReads({ members }: Reads, at = ''): readonly string[] {
  return [...members]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, inner]) => {
      const path = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      return inner.members.size === 0 ? [path] : listReads(inner, path)
    })
}

export function parseReads(paths: readonly string[]): Reads {
  const reads = createReads()
  for (const path of paths) {
    let at = reads
    for (const step of path.split('/').slice(1)) at = openMember(at, step.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return reads
}

/** A member for people: `[].profile.login`. */
export function joinMember(at: string, name: string): string {
  return at === '' ? name : name === '[]' ? `${at}[]` : `${at}.${name}`
}

/** Members that are read and that a shape does not have, as far as it says which it has. */
export function listUndescribed(shape: Shape, { members }: Reads, at = ''): readonly string[] {
  return [...members].flatMap(([name, inner]) => {
    const place = joinMember(at, name)
    if (name === '{}') return []
    if (name === '[]') return shape.item ? listUndescribed(shape.item(), inner, place) : []
    if (!shape.members) return []
    const read = shape.members.get(name)
    return read ? listUndescribed(read(), inner, place) : [place]
  })
}
