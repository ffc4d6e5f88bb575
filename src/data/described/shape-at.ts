import { mayBe, type Shape } from '../expressions/shape.ts'
import { nameKind } from '../expressions/value.ts'

/** What stands at a path of an answer, such as `data.users`, or why there is nothing. A name may have a dot: `@odata.nextLink`. */
export function findShapeAt(shape: Shape, path: string): { readonly shape: Shape } | { readonly problem: string } {
  if (!mayBe(shape, 'object'))
    return { problem: `reads "${path}" of ${(shape.kinds ?? []).map(nameKind).join(' or ')}` }
  const own = shape.members?.get(path)
  if (own) return { shape: own() }
  const dot = path.indexOf('.')
  const holder = dot === -1 ? undefined : shape.members?.get(path.slice(0, dot))
  if (holder) return findShapeAt(holder(), path.slice(dot + 1))
  if (shape.isClosed !== true || !shape.members) return { shape: {} }
  return {
    problem: `"${path}" is not in the answer, by the description; it has ${[...shape.members.keys()].slice(0, 20).join(', ')}`,
  }
}
