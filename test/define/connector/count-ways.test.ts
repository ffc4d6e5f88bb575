import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWays } from '../../../src/define/connector/count-ways.ts'
import { countRuns } from '../../setup/count-runs.ts'

describe('countWays()', () => {
  test.each([
    ['[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', 1],
    ['ghp_[A-Za-z0-9]{36,40}', 5],
    ['[A-Za-z0-9.-]{1,253}(:\\d{1,5})?', 253 * 6],
    ['[a-z]+', 101],
    ['a{2,}b', 101],
    ['(www|na[1-4]|eu)', 3],
    ['a|b?|c', 4],
    ['(?:a|b){2}', 4],
    ['[\\]()*]{2}\\(x??', 2],
  ])('%s is tried in %i ways on a text of 100', (pattern, ways) => {
    expect(countWays(pattern, 100)).toBe(ways)
  })

  test.each([['(a+)+'], ['(a|aa)*'], ['(.*)*b'], ['(a*)*']])('%s is tried in too many ways', (pattern) => {
    expect(countWays(pattern, 100)).toBeGreaterThan(1e12)
  })

  test.each([['(?=a)a'], ['(?<!a)b'], ['(a)\\1'], ['(?<x>a)\\k<x>']])('%s is not counted', (pattern) => {
    expect(countWays(pattern, 100)).toBe(Number.POSITIVE_INFINITY)
  })

  test('is never less than the ways in which an expression matches the beginnings of a text (property)', () => {
    const { expression } = fc.letrec<{ expression: Node }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Node>({ kind: 'one', text: 'a' }, { kind: 'one', text: '.' }, { kind: 'one', text: '[ab]' }),
        fc.record({ kind: fc.constant('all' as const), of: fc.array(tie('expression'), { maxLength: 3 }) }),
        fc.record({
          kind: fc.constant('or' as const),
          of: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
        }),
        fc.record({
          kind: fc.constant('times' as const),
          of: tie('expression'),
          min: fc.nat(2),
          more: fc.option(fc.nat(3), { nil: undefined }),
        }),
      ),
    }))

    fc.assert(
      fc.property(expression, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 5 }), (node, text) => {
        const pattern = write(node)
        const ends = listEnds(node, text, 0)
        expect(ends.includes(text.length)).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(text))
        expect(countWays(pattern, text.length)).toBeGreaterThanOrEqual(ends.length)
      }),
      { numRuns: countRuns(300) },
    )
  })
})

type Node =
  | { readonly kind: 'one'; readonly text: 'a' | '.' | '[ab]' }
  | { readonly kind: 'all'; readonly of: readonly Node[] }
  | { readonly kind: 'or'; readonly of: readonly Node[] }
  | { readonly kind: 'times'; readonly of: Node; readonly min: number; readonly more: number | undefined }

function write(node: Node): string {
  if (node.kind === 'one') return node.text
  if (node.kind === 'all') return `(?:${node.of.map(write).join('')})`
  if (node.kind === 'or') return `(${node.of.map(write).join('|')})`
  return `(?:${write(node.of)}){${node.min},${node.more === undefined ? '' : node.min + node.more}}`
}

/** Where each way of matching ends, as an engine that goes back finds them, each as often as it finds it. */
function listEnds(node: Node, text: string, at: number): number[] {
  if (node.kind === 'one') return at < text.length && (node.text !== 'a' || text[at] === 'a') ? [at + 1] : []
  if (node.kind === 'all')
    return node.of.reduce<number[]>((ends, each) => ends.flatMap((end) => listEnds(each, text, end)), [at])
  if (node.kind === 'or') return node.of.flatMap((each) => listEnds(each, text, at))
  const { of, min, more = text.length } = node
  const all: number[] = []
  let ends = [at]
  for (let count = 0; count <= min + more && ends.length > 0 && all.length < 10_000; count++) {
    if (count >= min) all.push(...ends)
    ends = ends.flatMap((end) => listEnds(of, text, end).filter((next) => count < min || next > end))
  }
  return all
}
