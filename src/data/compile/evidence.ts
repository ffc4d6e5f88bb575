import { evidenceDepthMax } from '../../define/index.ts'
import { isKnown } from '../expressions/operators.ts'
import type { Value } from '../expressions/value.ts'
import type { Bindings } from './names.ts'

/** What expressions read, as a tree: the members below a name. A leaf is read whole. */
type ReadTree = Map<string, ReadTree>

/**
 * Makes evidence of what expressions read of the answers: those members and no others.
 * @param reads paths from a name: `['item', 'profile', 'email']`
 */
export function createEvidenceReader(
  reads: readonly (readonly string[])[],
  answers: ReadonlySet<string>,
): (bindings: Bindings) => Readonly<Record<string, Value>> {
  const tree: ReadTree = new Map()
  for (const path of reads) if (answers.has(path[0] ?? '')) addPath(tree, path)
  const subjects = ['item', 'body']
  return (bindings) => {
    const evidence: Record<string, Value> = {}
    for (const [name, below] of tree) {
      const value = bindings[name]
      if (value === undefined || !isKnown(value)) continue
      const picked = pickRead(value, below)
      // The members of what is judged stand first and without its name.
      if (subjects.includes(name) && isPlainRecord(picked)) Object.assign(evidence, picked)
      else evidence[name] = picked
    }
    return evidence
  }
}

function addPath(tree: ReadTree, [name, ...rest]: readonly string[]): void {
  if (name === undefined) return
  const below = tree.get(name) ?? new Map()
  tree.set(name, below)
  addPath(below, rest)
}

// A reader of evidence needs examples, not a copy of the list.
const itemsMax = 20

function pickRead(value: Value, tree: ReadTree, depth = 0): Value {
  // A vendor's record can be nested deeper than the stack.
  if (depth > evidenceDepthMax) return '[too deep]'
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((each) => pickRead(each, tree, depth + 1))
  if (!isPlainRecord(value) || tree.size === 0) return value
  return Object.fromEntries(
    [...tree].flatMap(([name, below]) =>
      Object.hasOwn(value, name)
        ? [[name, pickRead((value as Readonly<Record<string, Value>>)[name] as Value, below, depth + 1)]]
        : [],
    ),
  )
}

function isPlainRecord(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
