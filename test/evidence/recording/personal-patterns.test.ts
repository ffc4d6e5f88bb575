import { describe, expect, test } from 'vitest'
import { readPersonalPatterns } from '../../../src/evidence/recording/personal-patterns.ts'

describe('readPersonalPatterns()', () => {
  test.each([
    ['a name, anywhere', 'owner', ['items', 'owner'], true],
    ['a name in another spelling', 'case_handler', ['caseHandler'], true],
    ['no longer name', 'owner', ['ownerTeam'], false],
    ['the last names of a path', 'assignee.label', ['tickets', 'assignee', 'label'], true],
    ['no other path', 'assignee.label', ['status', 'label'], false],
    ['no part of a path', 'assignee.label', ['assignee', 'label', 'color'], false],
    ['letters in place of *', '*_by', ['closed_by'], true],
    ['a path with *', 'custom_*.value', ['custom_4711', 'value'], true],
    ['signs that mean nothing', 'a+b', ['aab'], false],
    ['a field that a person enters', 'credentials.address', ['credentials', 'address'], true],
  ])('finds %s', (_what, pattern, path, found) => {
    expect(readPersonalPatterns([pattern]).matches(path)).toBe(found)
  })

  test('tells which patterns no member had', () => {
    const patterns = readPersonalPatterns(['owner', 'ownr', '@corp-intern.com'])

    patterns.matches(['owner'])

    expect(patterns.listUnmatched()).toEqual(['ownr'])
    expect(patterns.domains).toEqual(['corp-intern.com'])
  })

  test.each(['', '*', 'owner.*', '.', '@', '@intranet', '@a b.com'])(
    'refuses %j, which names nothing or all',
    (text) => {
      expect(() => readPersonalPatterns([text])).toThrow(expect.objectContaining({ code: 'CLI_USAGE' }))
    },
  )
})
