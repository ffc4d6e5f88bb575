import { describe, expect, test } from 'vitest'
import { StatementNames } from '../../../../../src/service/store/sql/postgres/statement-names.ts'

const findOften = (names: StatementNames, text: string) => {
  for (let n = 0; n < 5; n++) names.find(text)
  return names.find(text)
}

describe('StatementNames', () => {
  test('names a statement that comes again, and none that comes once', () => {
    const names = new StatementNames()

    expect(names.find('select $1')).toBeUndefined()
    expect(findOften(names, 'select $1')).toMatch(/^checkwright_0_[\w-]{24}$/)
    expect(names.find('select $2')).toBeUndefined()
  })

  test('gives one text the same name in every process, and another text another one', () => {
    const [here, there] = [new StatementNames(), new StatementNames()]

    expect(findOften(here, 'select $1')).toBe(findOften(there, 'select $1'))
    expect(findOften(here, 'select $1')).not.toBe(findOften(here, 'select $2'))
  })

  test('gives new names after renew(), and none after stop()', () => {
    const names = new StatementNames()
    const before = findOften(names, 'select $1')

    names.renew()
    const after = findOften(names, 'select $1')
    names.stop()

    expect(after).toMatch(/^checkwright_1_/)
    expect(after).not.toBe(before)
    expect(names.find('select $1')).toBeUndefined()
  })

  test('has an end, however many statements there are', () => {
    const names = new StatementNames()

    const named = Array.from({ length: 3_000 }, (_, n) => findOften(names, `select $${n}`)).filter(Boolean)

    expect(named).toHaveLength(200)
  })
})
