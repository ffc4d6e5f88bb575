import { expect, test } from 'vitest'
import { demandNextForm } from '../../../src/http/lists/next-form.ts'

test.each([
  ['link'],
  [() => undefined],
  [{ cursor: 'meta.next', param: 'after' }],
  [{ url: 'next' }],
  [{ offset: 'offset', limit: 100 }],
  [{ offset: 'offset', limit: 'limit', total: 'total' }],
  [{ page: 'page', end: 404 }],
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
])('demandNextForm() says what is wrong with %j', (next, message) => {
  expect(() => demandNextForm(next)).toThrow(message)
})
