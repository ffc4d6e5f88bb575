import { expect, test } from 'vitest'
import { demandNextForm } from '../../../src/http/lists/next-form.ts'

test.each([
  ['link'],
  [() => undefined],
  [{ cursor: 'meta.next', param: 'after' }],
  [{ url: 'next' }],
  [{ offset: 'offset', limit: 100 }],
  [{ offset: 'offset', limit: 'limit', total: 'total' }],
  [{ page: { param: 'page', first: 0 }, end: 404 }],
  [{ page: 'page' }],
  [{ connection: 'organization.members', variable: 'after' }],
])('demandNextForm() takes %j', (next) => {
  expect(() => demandNextForm(next)).not.toThrow()
})

test.each([
  [undefined, /^ctx\.paginate: "next" says how the list goes on, and has to be 'link', a function, or an object/],
  ['lnk', /has to be 'link'/],
  [{}, /with one of cursor, url, offset, page, connection$/],
  [{ cursr: 'next', param: 'after' }, /did you mean "cursor"\?$/],
  [{ cursor: 'next', parm: 'after' }, /"next" with "cursor" needs "param", a text that is not empty/],
  [{ cursor: '', param: 'after' }, /needs "cursor"/],
  [{ offset: 'offset' }, /needs "limit"/],
  [{ connection: 'members' }, /needs "variable"/],
  [
    { page: { param: 'page' } },
    /does not say whether the vendor's first page is 0 or 1; look it up, and write page: \{ param: 'page', first: 1 \}/,
  ],
  [{ page: { param: 'page', first: '1' } }, /first: 0/],
  [{ page: { param: 'page', first: -1 } }, /first: 0/],
  [{ page: { param: '', first: 1 } }, /needs "param"/],
])('demandNextForm() says what is wrong with %j', (next, message) => {
  expect(() => demandNextForm(next)).toThrow(message)
})
