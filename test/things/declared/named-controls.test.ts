import { describe, expect, test } from 'vitest'
import { declaredThings } from '../../../src/things/declared/declared-things.ts'
import { reliance } from '../../../src/things/reliances/thing.ts'
import { risk } from '../../../src/things/risks/thing.ts'
import { openApiHost } from '../../app/host/world.ts'
import { catchError } from '../../http/support.ts'
import { sampleInput } from './create-samples.ts'

/** Things whose records name controls, with a value of theirs for one. */
const naming: Readonly<Record<string, (control: string) => Readonly<Record<string, unknown>>>> = {
  reliance: (control) => ({ controls: [control] }),
  risk: (control) => ({ controls: [`${control} likelihood 1`] }),
  'control-exclusion': (control) => ({ control }),
}

describe.each(Object.entries(naming))('%s', (id, name) => {
  test('names a control that its framework has, with a hint where it has none', async () => {
    const { runtime } = await openApiHost()
    const thing = declaredThings.find((each) => each.id === id) ?? risk
    const values = await sampleInput(runtime, 'acme', thing)
    const add = (control: string) =>
      runtime.serviceOf(thing).create({ organizationId: 'acme', values: { ...values, ...name(control) } })

    const problem = await catchError(add('soc2:CC6.11'))

    expect(problem).toMatchObject({ code: 'RECORD_INVALID', message: expect.stringContaining('soc2:CC6.1') })
    for (const control of ['soc2:CC6.1', 'nist-800-53-r5:AC-2', 'own:1']) expect(await add(control)).toBeDefined()
  })
})

test('every field that is about controls is held against frameworks, or names a framework elsewhere', () => {
  const fields = declaredThings.flatMap((thing) =>
    Object.keys(thing.fields)
      .filter((name) => /^controls?$/i.test(name))
      .map(() => thing.id),
  )

  // A trust centre shows controls of whichever package is published, which is held against it then.
  expect(fields.filter((id) => !Object.hasOwn(naming, id))).toEqual(['trust-centre'])
})

test('what a record named before stays, also if its framework has another version by now', async () => {
  const { runtime } = await openApiHost()
  const values = await sampleInput(runtime, 'acme', reliance)
  const service = runtime.serviceOf(reliance)
  const { id } = await service.create({ organizationId: 'acme', values: { ...values, controls: ['own:1'] } as never })

  const changed = await service.change({ organizationId: 'acme', id, changes: { reason: 'Other.' } })

  expect(changed.values.reason).toBe('Other.')
})
