import type { PaginateOptions } from 'checkwright'
import { describe, expect, test } from 'vitest'
import { findItems } from '../../../src/http/lists/find-items.ts'
import type { VendorReply } from '../../../src/http/refusals/vendor-reply.ts'

const reply = { method: 'GET', url: 'https://api.acme.example/users' } as VendorReply
const omitted = { path: 'items', has: ['kind'], mayHave: ['etag'], source: 'https://api.acme.example/docs' }

function read(body: unknown, items: PaginateOptions['items']) {
  return findItems(body, { next: 'link', items }, reply)
}

describe('findItems()', () => {
  test.each<[unknown, PaginateOptions['items']]>([
    [[1], undefined],
    [{ items: [1] }, 'items'],
    [{ data: { items: [1] } }, 'data.items'],
    [{ items: [1] }, (body) => (body as { readonly items: readonly unknown[] }).items],
    [{ items: [1], kind: 'users', anything: 1 }, omitted],
  ])('finds the list of %j', (body, items) => {
    expect(read(body, items)).toEqual([1])
  })

  test.each<[unknown, PaginateOptions['items']]>([
    [{ kind: 'users' }, omitted],
    [{ kind: 'users', etag: null }, omitted],
    [{}, { path: 'items', source: 'https://api.acme.example/docs' }],
    [{ data: { kind: 'users' } }, { ...omitted, path: 'data.items' }],
  ])('takes %j for an empty list, as it is declared', (body, items) => {
    expect(read(body, items)).toEqual([])
  })

  test.each<[unknown, PaginateOptions['items']]>(
    ['items', omitted].flatMap((items) =>
      [
        undefined,
        null,
        'ok',
        [],
        {},
        { items: null },
        { items: {} },
        { kind: null },
        { error: { code: 403 } },
        { kind: 'users', error: { code: 403 } },
      ].map((body): [unknown, PaginateOptions['items']] => [body, items]),
    ),
  )('takes %j for no empty list (%j)', (body, items) => {
    expect(() => read(body, items)).toThrow('has no list at "items"')
  })
})
