import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const connectors = resolve(import.meta.dirname, '../../connectors')

/** What a module imports by a path, types and data included. */
const imported = /\b(?:from|import) ?\(? ?'(\.{1,2}\/[^']+)'/g

/** Commands of checks that people copy, as they are formatted. They decide no verdict, as in a connector's file. */
const mending = /^ {2}fix: \{\n(?: {4,}.*\n)+ {2}\},\n/gm

/** Paths of the files of code that a connector is made of, its own and those that it shares, from connectors/ on. */
function listCodeFiles(id: string): readonly string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(imported)) visit(resolve(path, '..', target))
  }
  visit(resolve(connectors, id, 'index.ts'))
  return [...found].map((path) => relative(connectors, path)).sort()
}

/** SHA-256 of these files without commands that mend. What they import of the package is not in it, as the engine is not in that of a connector's file. */
export function digestCode(id: string): string {
  const hash = createHash('sha256')
  for (const path of listCodeFiles(id))
    hash
      .update(`${path}\0`)
      .update(readFileSync(resolve(connectors, path), 'utf8').replaceAll(mending, ''))
      .update('\0')
  return hash.digest('hex')
}
