import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '')
const notOurs = new Set(['node_modules', '.git', 'dist', 'site', 'out'])

/** A path that only one person's machine has. Such a file works there and nowhere else, and tells who wrote it. */
const usualPlaces = /(?<![\w.}])(?:\/(?:home|Users|root|work|workspaces?)\/[\w.-]+|[A-Za-z]:\\Users\\)/

test('no file names a folder of the machine it was written on', () => {
  const named = filesIn(checkout).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (isMachinePath(line) ? [`${file.slice(checkout.length + 1)}:${index + 1}`] : [])),
  )

  expect(named).toEqual([])
})

test.each([
  ['cd ', '/home/', 'ana/checkwright'],
  ['"', '/Users/', 'ana"'],
  ['', 'C:\\', 'Users\\ana'],
  ['file://', '/wo', 'rk/main/src'],
  ['', checkout, '/src'],
])('isMachinePath() sees %s%s%s', (...parts) => {
  expect(isMachinePath(parts.join(''))).toBe(true)
})

test.each(['https://api.acme.example/users/7/home/x', 'GET /users/:id', '../home/page.ts', '~/.config/checkwright'])(
  'isMachinePath() lets %s be',
  (line) => {
    expect(isMachinePath(line)).toBe(false)
  },
)

function isMachinePath(line: string): boolean {
  return usualPlaces.test(line) || line.includes(checkout) || (homedir().length > 1 && line.includes(`${homedir()}/`))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
  })
}
