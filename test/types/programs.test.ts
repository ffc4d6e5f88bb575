import { readdirSync, readFileSync } from 'node:fs'
import type ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { besides, type Complaint, complaintsAbout, programOf } from './compiler.ts'

const wrong = readdirSync(besides('./wrong')).map((name) => ({ name, path: besides(`./wrong/${name}`) }))
const right = readdirSync(besides('./right')).map((name) => ({ name, path: besides(`./right/${name}`) }))

// One program for all: the libraries are parsed and checked once.
let program: ts.Program
beforeAll(() => {
  program = programOf([...wrong, ...right].map(({ path }) => path))
}, 60_000)

describe('a wrong program does not compile, for the reason that its first line states', () => {
  test('and there are many kinds of them', () => {
    expect(wrong.length).toBeGreaterThanOrEqual(22)
  })

  test.each(wrong)('$name', ({ path }) => {
    const expected = expectedIn(path)

    const complaints = complaintsAbout(program, path)

    expect(complaints).toHaveLength(1)
    expect(complaints[0]?.line).toBe(expected.line)
    expect(complaints[0]?.message).toContain(expected.message)
  })
})

describe('a right program compiles, with exactly the types that it states', () => {
  test.each(right)('$name', ({ path }) => {
    expect(complaintsAbout(program, path)).toEqual([])
  })
})

/** `// expect line 7: part of the message` */
function expectedIn(path: string): Complaint {
  const [, line, message] = /^\/\/ expect line (\d+): (.+)\n/.exec(readFileSync(path, 'utf8')) ?? []
  if (line === undefined || message === undefined) throw new TypeError(`${path} does not state what is expected`)
  return { line: Number(line), message }
}
