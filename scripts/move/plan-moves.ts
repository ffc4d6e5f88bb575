import { posix } from 'node:path'

/**
 * Where each file goes that the table moves, by old path. A test follows the file of `src/` whose name it has
 * (`test/a/b.test.ts` is of `src/a/b.ts`); other files of `test/` follow if their folder has one
 * new place, and go where the table says otherwise.
 */
export function planMoves(
  table: Readonly<Record<string, string>>,
  files: readonly string[],
): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  for (const file of files) {
    const place = file.startsWith('test/') ? table[file] : findPlace(table, file)
    if (place !== undefined && place !== file) moves.set(file, place)
  }
  const sources = new Map(files.map((file) => [file, moves.get(file) ?? file]))
  const ownTests = new Map<string, string>()
  for (const file of files) {
    if (!file.startsWith('test/') || moves.has(file)) continue
    const source = findSource(file, sources)
    if (source !== undefined) ownTests.set(file, moveTest(file, source, sources.get(source) ?? source))
  }
  const folders = findFolders(files, sources)
  for (const file of files) {
    if (!file.startsWith('test/') || moves.has(file)) continue
    const place = ownTests.get(file) ?? folderPlace(file, folders) ?? findPlace(table, file)
    if (place !== undefined && place !== file) moves.set(file, place)
  }
  return moves
}

function findPlace(table: Readonly<Record<string, string>>, file: string): string | undefined {
  const exact = table[file]
  if (exact !== undefined) return exact
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
    const place = table[`${folder}/`]
    if (place !== undefined) return place + file.slice(folder.length + 1)
  }
  return undefined
}

/** `test/a/b.postgres.test.tsx` is about `src/a/b.ts` or `src/a/b.tsx`. */
function findSource(test: string, sources: ReadonlyMap<string, string>): string | undefined {
  const name = /^test\/(.*?)(?:\.[\w-]+)*\.test\.tsx?$/.exec(test)?.[1]
  if (name === undefined) return undefined
  return [`src/${name}.ts`, `src/${name}.tsx`].find((file) => sources.has(file))
}

function moveTest(test: string, source: string, place: string): string {
  const stem = (path: string) => path.replace(/^src\//, '').replace(/\.tsx?$/, '')
  return `test/${stem(place)}${test.slice('test/'.length + stem(source).length)}`
}

/** Folders of `src/` whose own files all go to one folder. */
function findFolders(files: readonly string[], sources: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const places = new Map<string, Set<string>>()
  for (const file of files) {
    if (!file.startsWith('src/')) continue
    const folder = posix.dirname(file)
    places.set(folder, (places.get(folder) ?? new Set()).add(posix.dirname(sources.get(file) ?? file)))
  }
  return new Map([...places].flatMap(([from, to]) => (to.size === 1 ? [[from, [...to][0] ?? from] as const] : [])))
}

function folderPlace(test: string, folders: ReadonlyMap<string, string>): string | undefined {
  const folder = folders.get(posix.dirname(test).replace(/^test/, 'src'))
  return folder === undefined ? undefined : `${folder.replace(/^src/, 'test')}/${posix.basename(test)}`
}
