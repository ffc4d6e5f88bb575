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

    const refusals = {
      'soc2:CC6.11': 'did you mean "soc2:CC6.1"?',
      'soc3:CC6.1': '"soc3" is no framework of the organization; did you mean "soc2"?',
      'own:1': 'upload your own framework first',
      'nist-800-53-r5.moderate:AC-2': 'name the control of its framework, "nist-800-53-r5:AC-2"',
    }
    for (const [control, hint] of Object.entries(refusals))
      expect(await catchError(add(control))).toMatchObject({
        code: 'RECORD_INVALID',
        message: expect.stringContaining(hint),
      })
    for (const control of ['soc2:CC6.1', 'nist-csf-2.0:PR.AA-01']) expect(await add(control)).toBeDefined()
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

test('a control of an own framework is known when the framework counts, and stays where it was named when that is gone', async () => {
  const { runtime, ask } = await openApiHost()
  const values = await sampleInput(runtime, 'acme', reliance)
  const service = runtime.serviceOf(reliance)
  const named = { ...values, controls: ['acme-baseline:A1'] } as never
  const file =
    "id: acme-baseline\ntitle: Acme baseline\nversion: '1'\ncontrols:\n  - { id: A1, title: Accounts are removed }\n"
  const form = new FormData()
  form.set('file', new File([file], 'acme.yaml'))

  const before = await catchError(service.create({ organizationId: 'acme', values: named }))
  const proposed = (await (await ask('POST', '/v1/own-frameworks', { raw: form })).json()) as { readonly id: string }
  const waiting = await catchError(service.create({ organizationId: 'acme', values: named }))
  await ask('POST', `/v1/own-frameworks/${proposed.id}/take`, { body: {} })
  const { id } = await service.create({ organizationId: 'acme', values: named })
  const mistyped = await catchError(
    service.change({ organizationId: 'acme', id, changes: { controls: ['acme-baselin:A1'] } }),
  )
  await ask('DELETE', `/v1/own-frameworks/${proposed.id}`)
  const changed = await service.change({ organizationId: 'acme', id, changes: { reason: 'Other.' } })

  expect([before, waiting]).toEqual([
    expect.objectContaining({ code: 'RECORD_INVALID' }),
    expect.objectContaining({ code: 'RECORD_INVALID' }),
  ])
  expect(mistyped).toMatchObject({ message: expect.stringContaining('did you mean "acme-baseline"?') })
  expect(changed.values.reason).toBe('Other.')
})
