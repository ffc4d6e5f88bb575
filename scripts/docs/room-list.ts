import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** Every folder of `src/` that has files or rooms, as a path below `src/`. */
export function listRooms(): string[] {
  const rooms = new Set<string>()
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/')
    if (!posix.basename(path).includes('.')) continue
    for (let room = posix.dirname(path); room !== '.'; room = posix.dirname(room)) rooms.add(room)
  }
  return [...rooms].toSorted()
}

/** The sentence that a room's README.md has; undefined unless that is all it has. */
export function readRoomLine(room: string): string | undefined {
  const file = `${source}${room}/README.md`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^[A-Z`][^\n]*\.\n$/.test(text) ? text.trimEnd() : undefined
}

/**
 * A page of `docs/` with the list of folders between its two marks, each with the rooms directly in it.
 * @param folders of `src/`, in the order of the list
 */
export function writeRoomList(page: string, folders: readonly string[]): string {
  const rooms = listRooms()
  const lines = folders.flatMap((folder) => [
    renderRoom(folder, ''),
    ...rooms.filter((room) => posix.dirname(room) === folder).map((room) => renderRoom(room, '  ')),
  ])
  return page.replace(
    /(?<=<!-- rooms: begin[^\n]* -->\n)[\s\S]*?(?=<!-- rooms: end -->)/,
    () => `\n${lines.join('\n')}\n\n`,
  )
}

function renderRoom(room: string, indent: string): string {
  const line = readRoomLine(room)
  if (line === undefined)
    throw new Error(`src/${room}/ needs a README.md with one sentence that says what you find there.`)
  return `${indent}- \`${room}/\`: ${leadFromDocs(line, room)}`
}

/** Links of a README, as a page of `docs/` has them. */
function leadFromDocs(line: string, room: string): string {
  return line.replace(/(?<=\]\()[^)]+(?=\))/g, (link) => posix.relative('docs', posix.join('src', room, link)))
}
