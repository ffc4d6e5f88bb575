import { expect, test } from 'vitest'
import { drawPopulation } from '../../../../src/things/population-samples/reading/draw-population.ts'
import { populationSample } from '../../../../src/things/population-samples/thing.ts'
import { member, openPages } from '../../../app/pages/world.ts'
import { openSampledWorldBy, organizationId } from '../sampled-world.ts'

const people = ['ada', 'bob', 'eve'].map((id) => ({ id, email: `${id}@acme.example` }))
const auditor = { userId: 'max', organizationId, role: 'viewer' } as const

async function openDrawn() {
  const { opened, crm } = await openSampledWorldBy(openPages, { crm: people, staff: [] })
  const { runtime } = opened
  const list = { connectionId: crm, of: 'account' } as const
  const { id, values } = await drawPopulation(
    runtime,
    { organizationId, userId: 'ada' },
    { list, size: 2, seed: 'dice: 3' },
  )
  return { ...opened, id, drawn: values.drawn }
}

test('an auditor without evidence that names people opens single records of a sample, each with an entry of the audit log', async () => {
  const { get, visitor, runtime, id, drawn } = await openDrawn()
  visitor.person = auditor

  const { text: listed } = await get('/samples')
  const first = await get(`/samples/${id}/records/1`)
  const beyond = await get(`/samples/${id}/records/3`)
  const entries = await runtime.audit.list({ organizationId })

  expect(listed).toContain('Open record 2')
  for (const each of drawn) expect(listed).not.toContain(each)
  expect(first.status).toBe(200)
  expect(first.text).toContain(`${drawn[0]}@acme.example`)
  expect(first.text).not.toContain(`${drawn[1]}@acme.example`)
  expect(beyond.status).toBe(404)
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: 'population_sample.reveal',
      target: id,
      fields: ['1'],
      actor: { type: 'user', id: 'max' },
    }),
  )
})

test('an auditor with evidence that names people reads the ids of a sample at once', async () => {
  const { get, visitor, drawn } = await openDrawn()
  visitor.person = { ...auditor, readsPeople: true }

  const { text } = await get('/samples')

  for (const each of drawn) expect(text).toContain(each)
})

test('a sample of another day than those of an auditor is not there', async () => {
  const { get, visitor, id } = await openDrawn()
  visitor.person = { ...auditor, periodFrom: '2025-01-01', periodTo: '2025-12-31' }

  expect((await get('/samples')).text).toContain('No sample has been drawn yet')
  expect((await get(`/samples/${id}/records/1`)).status).toBe(404)
})

test('a member sees that a sample was drawn, and opens no record of it', async () => {
  const { get, visitor, id, drawn } = await openDrawn()
  visitor.person = member

  const { text } = await get('/samples')

  expect(text).toContain('Record 2')
  for (const each of drawn) expect(text).not.toContain(each)
  expect((await get(`/samples/${id}/records/1`)).status).toBe(403)
})

test('a record of a sample whose evidence is gone says so', async () => {
  const { get, runtime, id } = await openDrawn()
  const sample = await runtime.serviceOf(populationSample).get({ organizationId, id })
  const file = await runtime.workspace.files.find(sample?.values.runId ?? '')
  await runtime.workspace.objects.delete({ organizationId, key: file?.objectKey ?? '' })

  const { status, text } = await get(`/samples/${id}/records/1`)

  expect(status).toBe(200)
  expect(text).toContain('evidence of the run is not here')
})
