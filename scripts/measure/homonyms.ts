import ts from 'typescript'
import type { Figure } from './figure.ts'
import { lineOf, type Tree, visit } from './tree.ts'

/** Names of types, interfaces and classes that more than one file of `src/` declares, exported or not. */
export function measureHomonyms({ src }: Pick<Tree, 'src'>): Figure {
  const places = new Map<string, string[]>()
  for (const file of src)
    visit(file, (node) => {
      if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node) && !ts.isClassDeclaration(node)) return
      if (node.name === undefined) return
      const known = places.get(node.name.text) ?? []
      places.set(node.name.text, [...known, `${file.path}:${lineOf(file, node)}`])
    })
  const isHomonym = (all: readonly string[]) => new Set(all.map((place) => place.split(':')[0])).size > 1
  const homonyms = [...places].filter(([, all]) => isHomonym(all)).toSorted(([, a], [, b]) => b.length - a.length)
  return {
    name: 'homonyms',
    title: 'Type names that more than one file of src declares',
    numbers: { 'type names': places.size, homonyms: homonyms.length },
    details: homonyms.map(([name, all]) => `${name}: ${all.join(', ')}`),
  }
}
