import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The public suffix list as tldts ships it: a tree of labels, from the last to the first. */
interface SuffixTree {
  readonly nodeFlags: readonly number[]
  readonly edgeStart: readonly number[]
  readonly edgeLength: readonly number[]
  readonly edgeChild: readonly number[]
  readonly labelText: string
  readonly rulesRoot: number
}

/** Names that are no public suffix themselves, but have one below them: `amazonaws.com`. Sorted. */
export function listSharedSuffixes(): readonly string[] {
  const tree = readSuffixTree()
  const labels = cutLabels(tree)
  const shared: string[] = []
  const walk = (node: number, name: string): boolean => {
    let hasSuffixBelow = false
    for (let edge = tree.edgeStart[node] ?? 0; edge < (tree.edgeStart[node + 1] ?? 0); edge++) {
      const label = labels[edge] ?? ''
      if (walk(tree.edgeChild[edge] ?? 0, name === '' ? label : `${label}.${name}`)) hasSuffixBelow = true
    }
    const isSuffix = (tree.nodeFlags[node] ?? 0) > 0
    if (hasSuffixBelow && !isSuffix && name.includes('.') && !name.startsWith('*')) shared.push(name)
    return isSuffix || hasSuffixBelow
  }
  walk(tree.rulesRoot, '')
  // A URL has names in ASCII, and the list has both spellings.
  return shared.filter((name) => /^[\x20-\x7e]+$/.test(name)).sort()
}

function cutLabels({ edgeLength, labelText }: SuffixTree): readonly string[] {
  let offset = 0
  return edgeLength.map((length) => {
    offset += length
    return labelText.slice(offset - length, offset)
  })
}

function readSuffixTree(): SuffixTree {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('tldts/package.json'))
  const source = readFileSync(join(folder, 'src/data/trie.ts'), 'utf8')
  const read = (name: string): string => {
    const found = new RegExp(`export const ${name}(?:: [^=]+)? = ([^;\\n]+)`).exec(source)?.[1]
    if (found === undefined) throw new Error(`tldts has no "${name}" any more; see how it stores the list now.`)
    return found.replace(/^\/\*.*?\*\/\s*/, '')
  }
  const readNumbers = (name: string): readonly number[] => JSON.parse(read(name).replace(/^[^[]*|[^\]]*$/g, ''))
  return {
    nodeFlags: readNumbers('nodeFlags'),
    edgeStart: readNumbers('edgeStart'),
    edgeLength: readNumbers('edgeLength'),
    edgeChild: readNumbers('edgeChild'),
    labelText: JSON.parse(read('labelText')),
    rulesRoot: Number(read('rulesRoot')),
  }
}
