import { isObject } from '../../../text/is-object.ts'

/** A member that is an object; an empty one where it is anything else. */
export function readObject(from: unknown, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  const found = readMember(from, names)
  return isObject(found) ? (found as Readonly<Record<string, unknown>>) : {}
}

/** A member that is a list; an empty one where it is anything else. */
export function readList(from: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = readMember(from, names)
  return Array.isArray(found) ? found : []
}

/** A member that is a text that is not empty, or a number. */
export function readText(from: unknown, ...names: readonly string[]): string | undefined {
  const found = readMember(from, names)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined
}

/** The first of several names that the member has. */
function readMember(from: unknown, names: readonly string[]): unknown {
  if (!isObject(from)) return undefined
  const members = from as Readonly<Record<string, unknown>>
  const name = names.find((each) => Object.hasOwn(members, each) && members[each] !== null)
  return name === undefined ? undefined : members[name]
}
