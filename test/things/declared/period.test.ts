import { describe, expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { mayDo } from '../../../src/service/rights/permissions.ts'
import { declaredThings } from '../../../src/things/declared/declared-things.ts'
import { jwt, signPersonToken } from '../../app/host/person-token.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { publicUrl } from '../runtime/world.ts'
import { createSample } from './create-samples.ts'

const dayMs = 86_400_000
const period = { periodFrom: '2026-04-01', periodTo: '2026-05-01' }
const readable = declaredThings.filter(({ scopes }) => mayDo('viewer', scopes.read))

/** Ada is a viewer of a period that ended yesterday: of the three records one was changed since, one deleted, and one made. */
async function openPast(thing: (typeof declaredThings)[number]) {
  const world = await openApiHost({ jwt })
  const { runtime, clock, ask } = world
  const service = runtime.serviceOf(thing)
  const [column = ''] = thing.columns
  const make = () => createSample(runtime, 'acme', thing)
  const [steady, gone] = [await make(), await make()]
  clock.advance(dayMs)
  const later = await make()
  const mayChange = thing.verbs.includes('change') && thing.all[column]?.kind === 'text'
  if (mayChange)
    await service.change({ organizationId: 'acme', id: steady.id, changes: { [column]: 'Renamed' } as never })
  await service.delete({ organizationId: 'acme', id: gone.id })
  await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'viewer', ...period })
  const see = async (path: string) =>
    ask('GET', `${thing.path}${path}`, {
      key: null,
      headers: { authorization: `Bearer ${await signPersonToken(clock)}` },
    })
  const person = { userId: 'ada', organizationId: 'acme', role: 'viewer', ...period } as const
  const host = createHost({ runtime, session: { person: () => person } })
  const page = async (path: string) => {
    const answer = await host.fetch(new Request(new URL(`${thing.page}${path}`, publicUrl)))
    return { status: answer.status, text: await answer.text() }
  }
  return { steady, gone, later, column, see, page }
}

describe.each(readable.map((thing) => [thing.plural, thing] as const))(
  '%s of somebody who is limited to a period',
  (_name, thing) => {
    test('are those of its end, in lists, counts and files, one by one, and on pages', async () => {
      const { steady, gone, later, column, see, page } = await openPast(thing)

      const { body: list } = await readAnswer(see(''))
      const { body: counts } = thing.stateNames.length > 0 ? await readAnswer(see('/counts')) : { body: undefined }
      const csv = await (await see('/file')).text()
      const one = await readAnswer(see(`/${steady.id}`))
      const absent = await see(`/${later.id}`)
      const pages = [await page(''), await page(`/${steady.id}`), await page('.csv')]
      const absentPage = await page(`/${later.id}`)

      const ids = list.data?.map(({ id }: { readonly id: string }) => id)
      expect(ids).toEqual([gone.id, steady.id].toSorted().toReversed())
      expect(one.body[column as 'id']).toEqual(steady.values[column])
      if (counts) expect(Object.values(counts).reduce((sum, count) => Number(sum) + Number(count), 0)).toBe(2)
      expect([csv.includes(gone.id), csv.includes(later.id)]).toEqual([true, false])
      expect([absent.status, absentPage.status]).toEqual([404, 404])
      for (const { status, text } of pages) {
        expect(status).toBe(200)
        expect(text).not.toContain('Renamed')
        expect(text).not.toContain(later.id)
      }
    })
  },
)
