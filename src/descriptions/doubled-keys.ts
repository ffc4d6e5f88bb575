import { type Document, isScalar, type Scalar, visit } from 'yaml'

/**
 * The members of a document that stand in one map before, each where it is repeated. The parser's own check compares each key with all
 * before it; this is one lookup.
 */
export function listDoubledKeys(document: Document): readonly Scalar[] {
  const doubled: Scalar[] = []
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (seen.has(name)) doubled.push(key)
        seen.add(name)
      }
    },
  })
  return doubled
}
