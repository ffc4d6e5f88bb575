import { describe, expect, test } from 'vitest'
import { chooseChecks } from '../../src/checks/choose-checks.ts'
import { acme, catchCheckError, checkWith } from './support.ts'

const connector = { ...acme, checks: ['a', 'b', 'c'].map((id) => checkWith({ id })) }
const idsOf = (ids?: string[]) => chooseChecks(connector, ids).map(({ id }) => id)

describe('chooseChecks()', () => {
  test('gives all checks, or those of the ids, in the connector’s order', () => {
    expect([idsOf(), idsOf(['c', 'a', 'c'])]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ])
  })

  test('names every id that is unknown, and those that there are', () => {
    const error = catchCheckError(() => chooseChecks(connector, ['a', 'x', 'y']))

    expect(error).toMatchObject({
      code: 'CHECK_UNKNOWN',
      message: 'Connector "acme" has no check "x", "y". It has: a, b, c.',
    })
  })

  test('refuses a connector without checks', () => {
    expect(catchCheckError(() => chooseChecks(acme, undefined))).toMatchObject({ code: 'CHECK_UNKNOWN' })
  })
})
