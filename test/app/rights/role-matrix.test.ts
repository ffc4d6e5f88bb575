import { describe, expect, test } from 'vitest'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import type { Thing } from '../../../src/service/fields/define-thing.ts'
import { type FieldFacts, isEntered, type ThingFields } from '../../../src/service/fields/field.ts'
import { mayDo, type Role, roles } from '../../../src/service/rights/permissions.ts'
import { routesFor } from '../../../src/things/declared/api/thing-routes.ts'
import { declaredThings } from '../../../src/things/declared/declared-things.ts'
import { describePages } from '../../../src/things/declared/pages/page-facts.ts'
import { createSample, sampleInput } from '../../things/declared/create-samples.ts'
import { jwt, signPersonToken } from '../host/person-token.ts'
import { openApiHost } from '../host/world.ts'
import { admin, openPages } from '../pages/world.ts'

/** Roles of people in an organization; that of an operator is looked up elsewhere. */
const ofOrganization = roles.filter((role) => role !== 'operator')

/** A page with a form for every role, whose token a form of any page may have. */
const withForm = '/packages'

/** Every declared thing. One that is declared tomorrow is in it. */
const things = declaredThings.map((thing) => [thing.id, thing] as const)

async function addRecord(
  { runtime, ask, clock }: Awaited<ReturnType<typeof openApiHost>>,
  thing: Thing,
  role: (typeof ofOrganization)[number],
) {
  await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role })
  const values = await sampleInput(runtime, 'acme', thing)
  const service = runtime.serviceOf(thing)
  const { id } = await service.create({ organizationId: 'acme', values })
  const headers = { authorization: `Bearer ${await signPersonToken(clock)}` }
  const read = async () => JSON.stringify(await service.list({ organizationId: 'acme', limit: 100 }))
  const call = async (method: string, path: string, body?: unknown) =>
    (await ask(method, path.replace(/\{\w+\}/, id), { key: null, headers, body })).status
  return { values, read, call }
}

function pick(values: Readonly<Record<string, unknown>>, isWanted: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
}

function writeCsv(values: Readonly<Record<string, unknown>>): string {
  const cells = Object.values(values).map((value) => `"${value === null ? '' : String(value)}"`)
  return `${Object.keys(values).join(',')}\n${cells.join(',')}\n`
}

describe.each(things)('%s by each role', (_id, thing) => {
  test('over the API: what the declared scopes let the role do is done, and nothing else changes anything', async () => {
    const fields: ThingFields = thing.fields
    // What is deleted is read and changed before.
    const verbs = Object.entries(routesFor(thing)).toSorted(
      ([one], [other]) => Number(one === 'delete') - Number(other === 'delete'),
    )
    const world = await openApiHost({ jwt })

    for (const role of ofOrganization) {
      const { values, read, call } = await addRecord(world, thing, role)
      for (const [verb, { method, path, scope = 'organization:read' }] of verbs) {
        const before = await read()
        const bodies: Readonly<Record<string, unknown>> = {
          create: pick(values, (name) => name in fields && isEntered(fields[name] as FieldFacts)),
          change: pick(values, (name) => name in fields && isEntered(fields[name] as FieldFacts)),
          import: { csv: writeCsv(pick(values, (name) => fields[name]?.isHidden === false)) },
        }
        const body = method === 'get' || verb === 'delete' ? undefined : (bodies[verb] ?? {})
        const status = await call(method.toUpperCase(), path, body)

        expect([role, verb, status === 403]).toEqual([role, verb, !mayDo(role, scope)])
        if (status === 403 || method === 'get') expect([role, verb, await read()]).toEqual([role, verb, before])
        else expect([role, verb, status < 300 || status === 409]).toEqual([role, verb, true])
      }
    }
    expect(verbs.length).toBeGreaterThan(2)
  })

  test('on the pages: the same roles get in', async () => {
    const { get, post, runtime, visitor } = await openPages()

    for (const role of ofOrganization) {
      visitor.person = { ...admin, role }
      const { id } = await createSample(runtime, 'acme', thing)
      for (const [name, { method, path, access }] of Object.entries(describePages(thing))) {
        const at = path.replace(/:\w+/, id)
        const { status } = method === 'get' ? await get(at) : await post(withForm, at)
        expect([role, name, status === 403]).toEqual([role, name, !mayDo(role, access)])
      }
    }
  })
})

/** Every kind of thing over the API, by the tag of its routes, with the roles that may use each verb. */
const kinds = Map.groupBy(allRoutes, ({ tag }) => tag)

describe.each([...kinds])('routes of %s', (_tag, routes) => {
  test('include for a role what they include for a lesser one, and whoever may change a thing may read it', () => {
    const allowed = (role: Role, methods: readonly string[]) =>
      routes.filter(
        ({ method, permission, scope }) =>
          methods.includes(method) && (scope === undefined || mayDo(role, permission ?? scope)),
      )

    for (const [index, role] of roles.entries()) {
      const lesser = roles.slice(0, index)
      for (const one of lesser)
        for (const route of allowed(one, ['get', 'post', 'put', 'patch', 'delete']))
          expect([role, allowed(role, [route.method])]).toEqual([role, expect.arrayContaining([route])])
    }
    const readers = routes.filter(({ method }) => method === 'get')
    for (const role of roles)
      if (readers.length > 0 && allowed(role, ['put', 'patch', 'delete']).length > 0)
        expect([role, allowed(role, ['get']).length > 0]).toEqual([role, true])
  })
})
