import { describe, expect, test } from 'vitest'
import { runFile, thing } from './run-file.ts'

const perItem = `checks:
  - id: judged
    title: Things are well
    severity: high
    list: { path: /things, items: data, next: none }
    detail: { as: settings, path: '/things/{item.id}' }
    pass: settings.on
    resource: { type: thing, id: item.id }
    fail: { title: It is not, remediation: Mend it. }`

const perOuter = perItem
  .replace('list: {', 'for: { thing: {')
  .replace('next: none }\n    detail', 'next: none } }\n    get')
  .replace('as: settings, ', '')
  .replaceAll('item.id', 'thing.id')
  .replace('settings.on', 'body.on')

const perOuterList = perOuter
  .replace("get: { path: '/things/{thing.id}'", "list: { path: '/things/{thing.id}', items: parts, next: none")
  .replace('body.on', 'item.on')
  .replace('id: thing.id', 'id: item.id')

const [odd, good, bad] = [{ id: 'odd' }, { id: 'good', on: true }, { id: 'bad', on: false }]
const listOf = (...data: readonly unknown[]) => ({ 'GET /things': { json: { data } } })
const refusing = (status: number) => ({
  ...listOf(odd, good, bad),
  'GET /things/:id': ({ params }: { params: { id: string } }) => {
    const json = params.id === 'good' ? good : bad
    return params.id === 'odd'
      ? { status, json: {} }
      : { json: { ...json, parts: [{ ...json, id: `${json.id}-part` }] } }
  },
})

async function judge(parts: string, routes: object) {
  const { check, requests } = await runFile(parts, routes)
  return {
    check,
    requests,
    statuses: Object.fromEntries(check.results.map(({ resource, status }) => [resource.id, status])),
    undecided: check.undecided?.first.map(({ resource }) => resource.id),
  }
}

describe('an odd record of a list hides no other', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'odd'],
    ['a list', []],
    ['a record without an id', { on: true }],
    ['a record whose id is an object', { id: {}, on: true }],
    ['a record whose id is empty', { id: '', on: true }],
  ])('%s cannot be named, so that the list is not whole', async (_name, record) => {
    const { check, statuses } = await judge(thing('pass: item.on'), listOf(record, good, bad))

    expect(statuses).toEqual({ good: 'pass', bad: 'fail' })
    expect(check).toMatchObject({ status: 'error', complete: false, error: { kind: 'schema_drift' } })
    expect(check.undecided).toBeUndefined()
  })

  test.each<[string, object]>([
    ['a member of another type', { on: 'yes' }],
    ['a member that is null', { on: null }],
    ['a member that is missing', {}],
  ])('%s leaves the record undecided', async (_name, members) => {
    const { check, statuses, undecided } = await judge(
      thing('pass: item.on'),
      listOf({ id: 'odd', ...members }, good, bad),
    )

    expect(statuses).toEqual({ good: 'pass', bad: 'fail' })
    expect(undecided).toEqual(['odd'])
    expect(check.error).toMatchObject({ code: 'CHECK_UNDECIDED' })
  })

  test.each<[string, object, string]>([
    ['with many texts', { tags: Array.from({ length: 150_000 }, (_each, index) => `t${index}`) }, 'fail'],
    ['with a text among numbers', { tags: [1, 'a'] }, 'undecided'],
  ])('a record %s costs the others nothing', async (_name, members, verdict) => {
    const { statuses, undecided = [] } = await judge(
      thing('pass: size(distinct(item.tags)) < 3'),
      listOf({ id: 'odd', ...members }, { id: 'good', tags: ['a'] }, { id: 'bad', tags: ['a', 'b', 'c'] }),
    )

    expect(statuses).toMatchObject({ good: 'pass', bad: 'fail' })
    expect(statuses.odd ?? (undecided.includes('odd') && 'undecided')).toBe(verdict)
  })

  test('a record that is nested too deeply for any function costs the others nothing', async () => {
    const depth = 5_000
    const deep = `${'['.repeat(depth)}"x"${']'.repeat(depth)}`
    const text = `{"data":[{"id":"odd","tags":${deep}},{"id":"good","tags":["x"]},{"id":"bad","tags":["y"]}]}`

    const { statuses, undecided } = await judge(thing("pass: item.tags == ['x']"), {
      'GET /things': { headers: { 'content-type': 'application/json' }, text },
    })

    expect(statuses).toMatchObject({ good: 'pass', bad: 'fail' })
    expect([statuses.odd, undecided]).toEqual([undefined, ['odd']])
  })
})

describe('an odd record of an outer list hides no item of another', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'odd'],
    ['a record without an id', {}],
    ['a record whose id is null', { id: null }],
    ['a record whose id is an object', { id: {} }],
    ['a record whose id is empty', { id: '' }],
    ['a record whose id leads elsewhere', { id: '..' }],
    ['a record whose id is half a character', { id: '\ud800' }],
    ['a record whose id is very long', { id: 'x'.repeat(100_000) }],
  ])('%s', async (_name, record) => {
    const routes = refusing(404)

    const { check, statuses } = await judge(perOuterList, { ...routes, ...listOf(record, good, bad) })

    expect(statuses).toEqual({ 'good-part': 'pass', 'bad-part': 'fail' })
    expect(check).toMatchObject({ status: 'error', complete: false })
  })
})

describe('a refused request for one item', () => {
  test.each<[string, string, number]>([
    ['for its details', perItem, 403],
    ['for its details', perItem, 404],
    ['for its details', perItem, 500],
    ['below an outer list', perOuter, 403],
    ['below an outer list', perOuter, 404],
  ])('%s leaves that item undecided', async (_name, parts, status) => {
    const { check, statuses, undecided } = await judge(parts, refusing(status))

    expect(statuses).toEqual({ good: 'pass', bad: 'fail' })
    expect(undecided).toEqual(['odd'])
    expect(check).toMatchObject({ status: 'error', error: { code: 'CHECK_UNDECIDED' } })
  })

  test('for a list of an outer item, whose items nobody can name then, is the cause of the check', async () => {
    const { check, statuses } = await judge(perOuterList, refusing(403))

    expect(statuses).toEqual({ 'good-part': 'pass', 'bad-part': 'fail' })
    expect(check).toMatchObject({ status: 'error', complete: false, error: { kind: 'permission' } })
  })

  test('is the cause of the check where every item is refused', async () => {
    const { check } = await judge(perItem, { ...listOf(odd, good), 'GET /things/:id': { status: 403, json: {} } })

    expect(check.error).toMatchObject({ kind: 'permission' })
    expect(check.undecided).toBeUndefined()
  })

  test('ends the check at once where the credentials are refused', async () => {
    const things = Array.from({ length: 300 }, (_each, index) => ({ id: `t${index}` }))

    const { check, requests } = await judge(perItem, {
      ...listOf(...things),
      'GET /things/:id': { status: 401, json: {} },
    })

    expect(check.error).toMatchObject({ kind: 'auth' })
    expect(requests.length).toBeLessThan(150)
  })
})

describe('a count', () => {
  const count = (limits: string) =>
    perItem
      .replace('pass: settings.on', `count: { where: settings.on, ${limits} }`)
      .replace('id: item.id', 'id: "\'all\'"')

  test.each<[string, string, string, object]>([
    ['is decided where the refused item makes no difference', 'min: 1', 'pass', { all: 'pass' }],
    ['is decided where there are too many already', 'max: 1', 'fail', { all: 'fail' }],
    ['is undecided where the refused item may make the difference', 'max: 1', 'error', {}],
    ['is undecided where the refused item may be the one that lacks', 'min: 2', 'error', {}],
  ])('%s', async (_name, limits, status, statuses) => {
    const more = status === 'fail' ? [{ id: 'good' }] : []
    const judged = await judge(count(limits), { ...refusing(404), ...listOf(odd, good, bad, ...more) })

    expect(judged.statuses).toEqual(statuses)
    expect(judged.check.status).toBe(status)
  })

  test('has no upper bound where a whole list could not be read', async () => {
    const parts = perOuterList
      .replace('pass: item.on', 'count: { where: item.on, max: 100 }')
      .replace('id: item.id', 'id: "\'all\'"')

    const { check, undecided } = await judge(parts, refusing(403))

    expect(check.status).toBe('error')
    expect(undecided).toEqual(['all'])
    expect(check.undecided?.first[0]?.because).toContain('At least 1 count.')
  })
})
