import type { Figure } from './figure.ts'
import { type FileImport, listImports, listKnots } from './imports.ts'
import type { Tree } from './tree.ts'

/**
 * The longest chain of files of `src/` of which each imports the next one. A reader follows all of it; Node.js follows only
 * the imports of values.
 */
export function measureImportChain(tree: Tree): Figure {
  const imports = listImports(tree)
  const { longest, tied } = findLongestChain(imports)
  const { longest: loaded } = findLongestChain(imports.filter(({ isType }) => !isType))
  return {
    name: 'importChain',
    title: 'Longest import chain of src',
    numbers: { files: longest.length, 'files, without imports of types': loaded.length, 'files in circles': tied },
    details: longest,
  }
}

function findLongestChain(imports: readonly FileImport[]): {
  readonly longest: readonly string[]
  readonly tied: number
} {
  const ways = new Map<string, Set<string>>()
  for (const { from, to } of imports) ways.set(from, (ways.get(from) ?? new Set()).add(to))
  // Files in a circle have no longest chain. There are none, and a checkout that has some shall not hang.
  const tied = new Set(listKnots(ways).flat())
  const chains = new Map<string, readonly string[]>()
  const find = (file: string): readonly string[] => {
    const known = chains.get(file)
    if (known) return known
    let longest: readonly string[] = []
    for (const next of ways.get(file) ?? []) {
      if (tied.has(next)) continue
      const chain = find(next)
      if (chain.length > longest.length) longest = chain
    }
    const chain = [file, ...longest]
    chains.set(file, chain)
    return chain
  }
  const [longest = []] = [...ways.keys()]
    .filter((file) => !tied.has(file))
    .map(find)
    .toSorted((a, b) => b.length - a.length)
  return { longest, tied: tied.size }
}
