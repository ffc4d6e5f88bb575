import ts from 'typescript'
import { count, type Figure, sortByCount } from './figure.ts'
import { type Tree, visit } from './tree.ts'

const participles = ['told', 'kept', 'held', 'said', 'standing', 'alike', 'untold', 'given'] as const

/** Names in `src/` that have a participle as a word: `toldRun`, `HeldRun`, `given`. Each occurrence counts. */
export function measureParticiples({ src }: Tree): Figure {
  const words = new Map<string, number>(participles.map((word) => [word, 0]))
  const names = new Map<string, number>()
  let whole = 0
  for (const file of src)
    visit(file, (node) => {
      if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return
      for (const word of splitWords(node.text)) {
        if (!words.has(word)) continue
        count(words, word)
        count(names, node.text)
        if (word === node.text) whole++
      }
    })
  const all = [...words.values()].reduce((sum, each) => sum + each, 0)
  return {
    name: 'participles',
    title: 'Participles as nouns, occurrences in names of src',
    numbers: { all, 'the whole name': whole, 'different names': names.size, ...Object.fromEntries(words) },
    details: sortByCount(names).map(([name, times]) => `${String(times).padStart(5)}  ${name}`),
  }
}

/** `SealedRunId`, `sealed_run_id` → sealed, run, id. */
function splitWords(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_$#]+/)
    .map((word) => word.toLowerCase())
}
