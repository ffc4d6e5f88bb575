import { readFile } from 'node:fs/promises'

// The same way from src/checks/ and from dist/chunks/.
const folder = new URL('../../frameworks/', import.meta.url)

const read = new Map<string, Promise<string>>()

/** A file of the frameworks that come with Checkwright, read once for a process: `statements.json`. */
export function readFrameworkFile(name: string): Promise<string> {
  const text = read.get(name) ?? readFile(new URL(name, folder), 'utf8')
  read.set(name, text)
  return text
}
