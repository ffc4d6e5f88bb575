import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { planMoves } from './plan-moves.ts'

/**
 * Moves files of `src/`, and their tests with them: `node scripts/move/move-files.ts table.json`. The table has the new place
 * of files and folders (`"src/a/": "src/b/"`); the most exact entry wins. Imports, paths in strings and paths that docs
 * and settings name follow. Nothing else changes, so that a move can be read by its table.
 */
const table = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, string>
const tracked = listFiles()
const moves = planMoves(table, tracked)
const taken = new Set(tracked.filter((file) => !moves.has(file)))
for (const [from, to] of moves) {
  if (taken.has(to)) throw new Error(`${from} cannot move to ${to}: another file is there.`)
  taken.add(to)
}

const texts = new Map(tracked.filter(isText).map((file) => [file, readFileSync(file, 'utf8')]))
const folders = findMovedFolders(tracked, moves)
const written = new Map<string, string>()
for (const [file, text] of texts) {
  const place = moves.get(file) ?? file
  const named = renamePaths(/\.[cm]?[jt]sx?$/.test(file) ? renameSpecifiers(file, place, text) : text, file)
  if (named !== text) written.set(place, named)
}
for (const [from, to] of moves) {
  mkdirSync(posix.dirname(to), { recursive: true })
  renameSync(from, to)
}
for (const [file, text] of written) writeFileSync(file, text)
execFileSync('find', ['src', 'test', '-type', 'd', '-empty', '-delete'])
execFileSync('git', ['add', '-A', 'src', 'test'])
console.log(`${moves.size} files moved, ${written.size} files rewritten`)

function listFiles(): string[] {
  return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(file))
}

function isText(file: string): boolean {
  return (
    /\.([cm]?[jt]sx?|json|md|ya?ml|html|css)$|^\.ci\//.test(file) &&
    !/^(package-lock|CHANGELOG)|contract\.json$/.test(file)
  )
}

/** Strings of a program that are relative paths of files: imports, `new URL('…', import.meta.url)` and mocks. */
function renameSpecifiers(file: string, place: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && /^\.\.?\//.test(node.text)) {
      const target = posix.join(posix.dirname(file), node.text)
      const moved = findPlace(target, isPlaceOf(node))
      if (moved !== undefined && (place !== file || moved !== target.replace(/\/$/, ''))) {
        const path = posix.relative(posix.dirname(place), moved) + (node.text.endsWith('/') ? '/' : '')
        const specifier = path.startsWith('.') ? path : `./${path}`
        if (specifier !== node.text) edits.push({ start: node.getStart() + 1, end: node.getEnd() - 1, text: specifier })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return edits
    .toReversed()
    .reduce((whole, edit) => whole.slice(0, edit.start) + edit.text + whole.slice(edit.end), text)
}

/** Whether the string is a path from its file, even if it names a folder. */
function isPlaceOf(node: ts.Node): boolean {
  return /import\.meta\.(url|dirname)/.test(node.parent.getText())
}

function findPlace(target: string, mayBeFolder: boolean): string | undefined {
  if (moves.has(target)) return moves.get(target)
  if (!existsSync(target)) return undefined
  if (statSync(target).isFile()) return target
  const folder = target.replace(/\/$/, '')
  return mayBeFolder ? (folders.get(folder) ?? folder) : undefined
}

/** Paths from the checkout, and in docs/ARCHITECTURE.md those from `src/`. */
function renamePaths(text: string, file: string): string {
  const isMap = file === 'docs/ARCHITECTURE.md'
  return text.replace(
    /(?<![\w./-])(\.\/)?([a-z][\w-]*(?:\/[\w.-]+)+\/?)/g,
    (whole, here: string = '', path: string) => {
      const bare = path.replace(/[./]+$/, '')
      const rest = path.slice(bare.length)
      const direct = moves.get(bare) ?? folders.get(bare)
      if (direct !== undefined) return here + direct + rest
      const below = isMap ? (moves.get(`src/${bare}`) ?? folders.get(`src/${bare}`)) : undefined
      return below === undefined ? whole : here + below.replace(/^src\//, '') + rest
    },
  )
}

/** Folders whose files all go to one folder. */
function findMovedFolders(files: readonly string[], to: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string | undefined>()
  for (const file of files) {
    const place = to.get(file) ?? file
    for (let [from, into] = [posix.dirname(file), posix.dirname(place)]; from !== '.'; ) {
      found.set(from, found.has(from) && found.get(from) !== into ? undefined : into)
      if (posix.basename(from) !== posix.basename(into) && posix.dirname(from) === posix.dirname(into)) break
      ;[from, into] = [posix.dirname(from), posix.dirname(into)]
    }
  }
  return new Map(
    [...found].filter((entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== entry[1]),
  )
}
