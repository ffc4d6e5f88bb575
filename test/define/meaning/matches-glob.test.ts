import { matchesGlob, matchesPathGlob } from 'checkwright'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('matchesGlob()', () => {
  // https://docs.gitlab.com/user/project/repository/branches/protected/ (2026-11): *-stable, production/*, *gitlab*
  test.each([
    ['*', 'main', true],
    ['*', 'feature/login', true],
    ['**', 'main', true],
    ['main', 'main', true],
    ['main', 'Main', false],
    ['MAIN', 'main', false],
    ['main', 'main2', false],
    ['ma*', 'main', true],
    ['*in', 'main', true],
    ['m*n', 'main', true],
    ['m*i*n', 'main', true],
    ['ma*ain', 'main', false],
    ['*main*', 'main', true],
    ['*-stable', 'production-stable', true],
    ['production/*', 'production/app-server', true],
    ['production/*', 'production', false],
    ['release/*', 'main', false],
    ['*gitlab*', 'master/gitlab/production', true],
    ['', '', true],
    ['', 'main', false],
    ['*', '', true],
    ['mai?', 'main', false],
    ['mai[n]', 'main', false],
    ['m.in', 'main', false],
    ['a*b*a', 'aba', true],
    ['a*ab', 'ab', false],
  ])('of %j and %j is %s', (pattern, name, expected) => {
    expect(matchesGlob(pattern, name)).toBe(expected)
  })

  test('is unknown of texts that are longer than names are', () => {
    expect(matchesGlob('*', 'a'.repeat(1_001))).toBeUndefined()
    expect(matchesGlob('*'.repeat(1_001), 'a')).toBeUndefined()
  })

  const signs = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 12 })
  const names = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 })

  test('is what the regular expression of the pattern says', () => {
    fc.assert(
      fc.property(signs, names, (pattern, name) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name)

        expect(matchesGlob(pattern, name)).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('matchesPathGlob()', () => {
  // https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets (2026-11): qa/* and qa/**/*
  test.each([
    ['*', 'main', true],
    ['*', 'qa/foo', false],
    ['qa/*', 'qa/foo', true],
    ['qa/*', 'qa/foo/bar', false],
    ['qa/**/*', 'qa/foo', true],
    ['qa/**/*', 'qa/foo/foobar/hello-world', true],
    ['qa/**/*', 'qa', false],
    ['**/*', 'main', true],
    ['**/main', 'main', true],
    ['**/main', 'a/b/main', true],
    ['**/main', 'a/b/domain', false],
    ['**/**/main', 'main', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/xb', false],
    ['a**/b', 'ax/b', true],
    ['a**/b', 'ax/y/b', false],
    ['**', 'main', true],
    ['**', 'a/b', false],
    ['refs/heads/*', 'refs/heads/main', true],
    ['refs/heads/release/**/*', 'refs/heads/main', false],
    ['mai?', 'main', true],
    ['mai?', 'mai/', false],
    ['ma[a-j]n', 'main', true],
    ['ma[!a-j]n', 'main', false],
    ['ma[^x]n', 'main', true],
    ['a[^b]c', 'a/c', false],
    ['[mM]ain', 'Main', true],
    ['Main', 'main', false],
    ['\\*', '*', true],
    ['\\*', 'main', false],
    ['a\\[b', 'a[b', true],
    ['a[\\]]b', 'a]b', true],
    ['main.x', 'mainax', false],
    ['', '', true],
  ])('of %j and %j is %s', (pattern, path, expected) => {
    expect(matchesPathGlob(pattern, path)).toBe(expected)
  })

  test.each(['main[', '[', 'a[b', 'main\\', '[]'])('is unknown of %j, which has no meaning', (pattern) => {
    expect(matchesPathGlob(pattern, 'main')).toBeUndefined()
  })

  test('takes no longer than the pattern times the path', () => {
    const pattern = `${'*a'.repeat(400)}b`
    const startMs = performance.now()

    expect(matchesPathGlob(pattern, 'a'.repeat(1_000))).toBe(false)
    expect(matchesPathGlob('**/'.repeat(300), 'a/'.repeat(450))).toBe(true)
    // A backtracking matcher would not come to an end.
    expect(performance.now() - startMs).toBeLessThan(5_000)
  })

  const signs = fc
    .array(fc.constantFrom('a', 'b', '/', '*', '?', '**/', '[ab]'), { maxLength: 8 })
    .map((each) => each.join(''))
  const paths = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 10 })

  test('is what the regular expression of the pattern says', () => {
    fc.assert(
      fc.property(signs, paths, (pattern, path) => {
        const form = pattern.replaceAll(/(?<=^|\/)(?:\*\*\/)+|\*+|\?/g, (sign) =>
          sign.endsWith('/') ? '(?:[^/]*/)*' : sign === '?' ? '[^/]' : '[^/]*',
        )

        expect(matchesPathGlob(pattern, path)).toBe(new RegExp(`^${form}$`).test(path))
      }),
      { numRuns: 2_000 },
    )
  })
})
