import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const stamp = join(root, 'node_modules/.cache/checkwright/build')

/** All that decides what dist/ has. */
const sources = ['src', 'connectors', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Notes that dist/ was built from today's sources. */
export function stampBuild(): void {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, computeDigest(join(root, 'dist')))
}

/** Whether this dist/, or a copy of it, is what today's sources were built to. */
export function isBuilt(dist: string): boolean {
  return existsSync(stamp) && existsSync(dist) && readFileSync(stamp, 'utf8') === computeDigest(dist)
}

function computeDigest(dist: string): string {
  const hash = createHash('sha256')
  for (const place of [...sources.map((name) => join(root, name)), dist])
    for (const name of listFiles(place))
      hash
        .update(`${name}\0`)
        .update(readFileSync(join(place, name)))
        .update('\0')
  return hash.digest('hex')
}

function listFiles(place: string): readonly string[] {
  if (statSync(place).isFile()) return ['']
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.map((file) => file.slice(place.length + 1)).sort()
}
