import { describe, expect, test } from 'vitest'
import { toOwnPageWords } from '../../../src/define/index.ts'
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
    // Words of other vendors for the same.
    [
      { users: [], isError: true },
      { name: 'isError', because: 'refused' },
    ],
    [{ users: [], status: false }, { name: 'status' }],
    [{ users: [], status: 'REQUEST_DENIED' }, { name: 'status' }],
    [{ users: [], status: 'OVER_QUERY_LIMIT' }, { name: 'status' }],
    [{ users: [], stat: 'fail' }, { name: 'stat' }],
    [{ users: [], faultString: 'no such session' }, { name: 'faultString' }],
    [{ users: [], partialFailureError: { code: 3, message: 'x' } }, { name: 'partialFailureError' }],
    [{ users: [], success: 0 }, { name: 'success' }],
    [{ users: [], code: 99_991_663, msg: 'token invalid' }, { name: 'code' }],
    [{ users: [], retcode: '-1' }, { name: 'retcode' }],
    [{ users: [], status: { error_code: 1001, timestamp: 'now' } }, { name: 'status.error_code' }],
    [{ users: [], message: 'You are not allowed to list users' }, { name: 'message' }],
    [{ users: [], detail: 'Your session has expired' }, { name: 'detail' }],
    [{ users: [], processing: true }, { because: 'unready' }],
    [
      { users: two, UnprocessedAccounts: [{ id: 3 }] },
      { name: 'UnprocessedAccounts', because: 'part' },
    ],
    [{ users: two, unprocessed_keys: { users: {} } }, { name: 'unprocessed_keys' }],
    [{ users: two, searchTimedOut: true }, { name: 'searchTimedOut' }],
    [{ users: two, errors: [{ title: 'shard 3', detail: 'timed out' }] }, { name: 'errors' }],
  ])('by %j', (body, found) => {
    expect(pageOf(body)).toMatchObject(found)
    expect(answerOf(body, { asked: 'users' })).toMatchObject(found)
  })

  test.each<[object]>([
    [{ ok: false, error: 'ratelimited' }],
    [{ success: false, errors: [{ code: 9109 }], result: null, messages: [] }],
    [{ error: { code: 7, message: 'denied' } }],
    [{ success: false, message: 'not allowed' }],
    // A refusal beside data, in an answer that is no list: GraphQL §7.1.2, JSON:API §8, Google's error model.
    [{ data: { org: { sso: true } }, errors: [{ message: 'Forbidden', path: ['org', 'mfa'] }] }],
    [{ sso: { enforced: true }, success: false, error: 'expired' }],
    [{ enforced: true, error: { code: 401, message: 'token expired' } }],
  ])('where %j holds a refusal', (body) => {
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
    [{ users: [], message: 'No users', msg: 'ok', code: '00000', retcode: 0, isError: false, failed: false }],
    [{ users: [], code: 20_000, status: 1, result: 'ZERO_RESULTS', UnprocessedKeys: {}, processing: false }],
    [{ users: two, message: 'Access denied for 2 others', code: 'E77', success: 0 }],
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

  test.each([[200], [201], [204]])('%i is', (status) => {
    expect(byStatus(status)).toMatchObject({ missing: undefined, range: undefined })
  })

  test.each([[214], [218], [250], [299]])('%i is none of HTTP, so that nobody knows what it says', (status) => {
    expect(byStatus(status).missing).toMatchObject({ name: String(status), because: 'altered' })
    expect(byStatus(status, two, [String(status)]).missing).toBeUndefined()
  })

  test.each<[string, string, boolean]>([
    ['cf-cache-status', 'STALE', true],
    ['x-cache-status', 'UPDATING', true],
    ['x-cache', 'HIT-STALE from edge', true],
    ['cache-status', '"Edge"; hit; ttl=-412', true],
    ['cache-status', '"Edge"; fwd=stale', false],
    ['cf-cache-status', 'DYNAMIC', false],
  ])('of a cache that says %s: %s is not of now: %s (RFC 9211)', (name, value, isStale) => {
    const { missing } = readMarks({ status: 200, headers: { [name]: value } }, two, { isPage: true })

    expect(missing?.because).toBe(isStale ? 'altered' : undefined)
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

describe('more is there', () => {
  const moreOf = (body: object, headers: Record<string, string> = {}) => {
    const { more, items, pages } = readMarks({ status: 200, headers }, body, { isPage: true })
    return more?.name ?? items?.name ?? pages?.name
  }

  test.each<[object, string]>([
    [{ features: two, exceededTransferLimit: true }, 'exceededTransferLimit'],
    [{ items: two, metadata: { remainingItemCount: 40 } }, 'metadata.remainingItemCount'],
    [{ results: two, endOfRecords: false }, 'endOfRecords'],
    [{ results: two, no_more: false }, 'no_more'],
    [{ response: { docs: two, numFound: 50 } }, 'response.numFound'],
    [{ hits: two, nbHits: 50, nbPages: 9 }, 'nbHits'],
    [{ hits: { hits: two, total: { value: 50, relation: 'gte' } } }, 'hits.total'],
    [{ 'hydra:member': two, 'hydra:view': { 'hydra:next': '/users?page=2' } }, 'hydra:view.hydra:next'],
    [{ _embedded: { users: two }, _links: { next: [{ href: '/users?page=2' }] } }, '_links.next'],
    [{ d: { results: two, __next: 'https://x/users' } }, 'd.__next'],
    [{ value: two, '@nextLink': 'https://x/users' }, '@nextLink'],
    [{ rows: two, jobComplete: false }, 'jobComplete'],
  ])('by %j', (body, name) => {
    expect(
      'hits' in body && !Array.isArray(body.hits)
        ? readMarks(head, body, { isPage: true, list: 'hits.hits' }).items?.name
        : moreOf(body),
    ).toBe(name)
  })

  test.each<[Record<string, string>, string]>([
    [{ 'x-pagination': '{"TotalCount":50,"TotalPages":5,"HasNext":true}' }, 'X-Pagination.HasNext'],
    [{ 'x-pagination': '{"TotalCount":50}' }, 'X-Pagination.TotalCount'],
    [{ 'next-page': '2' }, 'Next-Page'],
    [{ 'total-count': '50' }, 'Total-Count'],
    [{ 'pagination-count': '50' }, 'Pagination-Count'],
    [{ 'x-is-last': 'false' }, 'X-Is-Last'],
    [{ 'x-last-page': '5' }, 'X-Last-Page'],
    [{ 'x-remaining-items': '7' }, 'X-Remaining-Items'],
    [{ 'x-next-token': 'abc' }, 'X-Next-Token'],
  ])('by the header %j', (headers, name) => {
    expect(moreOf({ users: two }, headers)).toBe(name)
  })

  test.each<[object, Record<string, string>]>([
    [{ users: two, total: 2, endOfRecords: true, remainingItemCount: 0 }, { 'x-next-page': 'null' }],
    [{ users: two, _links: { next: [] } }, { 'x-pagination': 'page 1 of 1' }],
    [
      { users: two, overflow: false, final: true },
      { 'x-is-last': 'true', 'x-error': 'none' },
    ],
  ])('nowhere in %j with %j', (body, headers) => {
    const { more, missing } = readMarks({ status: 200, headers }, body, { isPage: true })

    expect([more, missing]).toEqual([undefined, undefined])
  })

  test('by words of the connector, in each answer and in headers', () => {
    const words = toOwnPageWords({
      last: ['schluss'],
      total: ['anzahl.alle'],
      error: ['fehler'],
      part: ['x-halb'],
      success: ['gut'],
    })
    const read = (body: object, headers = {}) => readMarks({ status: 200, headers }, body, { isPage: false, words })

    expect(read({ users: two, schluss: false }).more?.name).toBe('schluss')
    expect(read({ users: two, Anzahl: { alle: 50 } }).items).toEqual({ name: 'Anzahl.alle', count: 50 })
    expect(read({ id: 'settings', sso: true, fehler: 'kein Recht' }).missing).toMatchObject({ name: 'fehler' })
    expect(read({ sso: true, gut: false }).missing).toMatchObject({ name: 'gut', because: 'refused' })
    expect(read({ users: two }, { 'x-halb': 'true' }).more?.name).toBe('X-Halb')
    expect(read({ users: two, schluss: true, fehler: '', gut: true, anzahl: { alle: 2 } })).toMatchObject({
      more: undefined,
      missing: undefined,
    })
  })
})

test('tellOfMissing() shows no text of the vendor except a plain code', () => {
  const body = { items: [], warning: { code: 'UNREACHABLE \u001b[2J <script>' } }
  const part = pageOf(body)

  expect(part && tellOfMissing('/things', part)).not.toMatch(/script|\u001b/)
})
