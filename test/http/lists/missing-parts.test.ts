import { describe, expect, test } from 'vitest'
import { readMarks } from '../../../src/http/lists/marks-of-more.ts'
import { tellOfMissing } from '../../../src/http/lists/missing-parts.ts'

const head = { status: 200, headers: {} }
const pageOf = (body: unknown, more: object = {}) => readMarks(head, body, { isPage: true, ...more }).missing
const answerOf = (body: unknown, more: object = {}) => readMarks(head, body, { isPage: false, ...more }).missing
const two = [{ id: 1 }, { id: 2 }]

describe('a page and an answer with a list lack something', () => {
  test.each<[object, object]>([
    [
      { items: [], unreachable: ['us-east1'] },
      { name: 'unreachable', says: 'names 1' },
    ],
    [
      { items: [], Unreachables: ['a', 'b'] },
      { name: 'Unreachables', says: 'names 2' },
    ],
    [
      { items: two, warning: { code: 'UNREACHABLE' } },
      { name: 'warning', says: 'says UNREACHABLE' },
    ],
    [
      { items: two, warnings: [{ code: 'OK' }, { code: 'REGION_UNREACHABLE' }] },
      { name: 'warnings', says: 'says REGION_UNREACHABLE' },
    ],
    [
      { items: two, warnings: [{ code: 'partialSuccess' }] },
      { name: 'warnings', says: 'says so' },
    ],
    [{ items: two, warnings: ['Results were truncated'] }, { name: 'warnings' }],
    [{ users: two, partial: true }, { name: 'partial' }],
    [{ users: two, partialResults: 'true' }, { name: 'partialResults' }],
    [{ users: two, meta: { incomplete: true } }, { name: 'meta.incomplete' }],
    // https://www.elastic.co/docs/reference/elasticsearch/rest-apis/search-api
    [{ took: 5, timed_out: true, hits: two }, { name: 'timed_out' }],
    [
      { took: 5, timed_out: false, _shards: { total: 5, failed: 1 }, hits: two },
      { name: '_shards', says: 'has 1 that failed' },
    ],
    [
      { users: [], ok: false, error: 'ratelimited' },
      { name: 'ok', because: 'refused' },
    ],
    [{ users: [], success: false, message: 'not allowed' }, { name: 'success' }],
    [{ users: [], error: { code: 101, type: 'invalid_access_key' } }, { name: 'error' }],
    [{ users: [], errors: [{ message: 'shard timed out' }] }, { name: 'errors' }],
    [{ users: two, errors: [{ message: 'shard timed out' }] }, { name: 'errors' }],
    [{ users: [], errcode: 40001, errmsg: 'invalid credential' }, { name: 'errcode' }],
    [{ users: [], error_message: 'no' }, { name: 'error_message' }],
    [
      { users: [], code: 403 },
      { name: 'code', says: 'is 403' },
    ],
    [
      { users: [], status: 'error' },
      { name: 'status', because: 'refused' },
    ],
    [
      { users: [], status: 'processing' },
      { name: 'status', because: 'unready' },
    ],
    [{ data: { users: [], error: 'expired' } }, { name: 'data.error' }],
  ])('by %j', (body, found) => {
    expect(pageOf(body)).toMatchObject(found)
    expect(answerOf(body, { asked: 'users' })).toMatchObject(found)
  })

  test.each<[object]>([
    [{ ok: false, error: 'ratelimited' }],
    [{ success: false, errors: [{ code: 9109 }], result: null, messages: [] }],
    [{ error: { code: 7, message: 'denied' } }],
    [{ success: false, message: 'not allowed' }],
  ])('where %j holds a refusal and nothing else', (body) => {
    expect(answerOf(body)).toMatchObject({ because: 'refused' })
    expect(pageOf(body)).toMatchObject({ because: 'refused' })
  })
})

describe('nothing is missing', () => {
  test.each<[unknown]>([
    [{ items: [], unreachable: [] }],
    [{ items: two, unreachable: [{ host: 'a' }] }],
    [{ items: two, unreachable: 'none' }],
    [{ items: two, warnings: [{ code: 'DEPRECATED' }, null, 1] }],
    [{ items: two, unreachableHosts: ['a'] }],
    [{ users: [], error: null }],
    [{ users: [], errors: [] }],
    [{ users: [], errors: {} }],
    [{ users: [], error: '', success: true, ok: true }],
    [{ users: [], errcode: 0, errmsg: 'ok', code: 200, status: 'success' }],
    [{ users: two, partial: false, truncated: false, timed_out: false, _shards: { failed: 0 } }],
    [['unreachable']],
    [null],
    ['unreachable'],
  ])('in the page %j', (body) => {
    expect(pageOf(body)).toBeUndefined()
    expect(answerOf(body)).toBeUndefined()
  })

  test.each<[object]>([
    [{ id: 'p1', status: 'pending', partial: true, errors: ['a'], members: [] }],
    [{ name: 'backup', success: false, error: 'disk full', steps: [] }],
    [{ status: 'pending' }],
    [{ status: 'failed', message: 'The last backup failed', runs: two }],
    [{ enabled: true, error: 'disk full', window: 3 }],
    [{ success: false }],
    [{ ok: false, services: [{ name: 'db', up: false }] }],
  ])('in the one thing %j, whose members are its own', (body) => {
    expect(answerOf(body)).toBeUndefined()
  })

  test('where the list itself is one of errors', () => {
    const errors = [{ id: 'e1', message: 'Type error' }]

    expect(pageOf({ errors }, { list: 'errors' })).toBeUndefined()
    expect(answerOf({ errors }, { asked: 'errors' })).toBeUndefined()
    expect(answerOf({ errors, total: 1 }, { asked: 'errors' })).toBeUndefined()
  })

  test('where the connector says that the member means something else, in any case', () => {
    const body = { users: [], unreachable: ['a'], warning: { code: 'UNREACHABLE' }, error: 'soft', ok: false }

    expect(pageOf(body, { notMore: ['Unreachable'] })).toMatchObject({ name: 'warning' })
    expect(pageOf(body, { notMore: ['unreachable', 'WARNING', 'error'] })).toMatchObject({ name: 'ok' })
    expect(pageOf(body, { notMore: ['unreachable', 'WARNING', 'error', 'ok'] })).toBeUndefined()
  })
})

describe('the status of a success', () => {
  const byStatus = (status: number, body: unknown = two, notMore?: readonly string[]) =>
    readMarks({ status, headers: {} }, body, { isPage: true, notMore })

  test.each([
    [202, 'unready'],
    [203, 'altered'],
    [226, 'part'],
  ])('%i is no whole answer (RFC 9110 §15.3)', (status, because) => {
    expect(byStatus(status).missing).toMatchObject({ name: String(status), because })
    expect(byStatus(status, two, [String(status)]).missing).toBeUndefined()
  })

  test.each([[200], [201], [204], [299]])('%i is', (status) => {
    expect(byStatus(status)).toMatchObject({ missing: undefined, range: undefined })
  })

  test('207 is whole if all of its parts succeeded (RFC 4918 §13)', () => {
    expect(byStatus(207, [{ status: 200 }, { status: 'HTTP/1.1 204 No Content' }]).missing).toBeUndefined()
    expect(byStatus(207, [{ status: 200 }, { status: 503 }]).missing?.says).toBe('has a part with the status 503')
    expect(byStatus(207, { responses: [{ response: { statusCode: '404' } }] }).missing).toMatchObject({
      because: 'part',
      says: 'has a part with the status 404',
    })
    expect(byStatus(207, two).missing?.says).toContain('cannot be read')
  })

  test('206 is a part, unless its range says that nothing is left (RFC 9110 §15.3.7)', () => {
    const byRange = (status: number, range: string | undefined) =>
      readMarks({ status, headers: range === undefined ? {} : { 'content-range': range } }, two, { isPage: false })

    expect(byRange(206, undefined).range).toMatchObject({ name: '206' })
    expect(byRange(206, '0-1/*').range).toMatchObject({ name: 'Content-Range' })
    expect(byRange(206, '0-1/2')).toMatchObject({ items: { count: 2 }, range: undefined, missing: undefined })
    expect(byRange(206, 'bytes 0-9/90').missing).toMatchObject({ name: 'Content-Range' })
    expect(byRange(200, 'items 0-1/50')).toMatchObject({ items: { name: 'Content-Range', count: 50 } })
    expect(byRange(200, '*/0')).toMatchObject({ items: undefined, range: undefined })
  })

  test('a Warning of a cache says that the answer is not of now (RFC 7234 §5.5)', () => {
    const byWarning = (warning: string) =>
      readMarks({ status: 200, headers: { warning } }, two, { isPage: true }).missing

    expect(byWarning('110 anderson/1.3.37 "Response is stale"')).toMatchObject({ because: 'altered' })
    expect(byWarning('299 - "partial results"')).toMatchObject({ because: 'part' })
    expect(byWarning('299 - "Deprecated API"')).toBeUndefined()
    expect(byWarning('214 proxy "Transformation applied 1110"')).toBeUndefined()
  })
})

test('tellOfMissing() shows no text of the vendor except a plain code', () => {
  const body = { items: [], warning: { code: 'UNREACHABLE \u001b[2J <script>' } }
  const part = pageOf(body)

  expect(part && tellOfMissing('/things', part)).not.toMatch(/script|\u001b/)
})
