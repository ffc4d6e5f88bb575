import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicKeyOf } from '../../../../src/evidence/bundle/signer.ts'
import { verifyPackage } from '../../../../src/evidence/package/verify-package.ts'
import { makePackage } from '../../../../src/things/packages/making/make-package.ts'
import { drawPopulation } from '../../../../src/things/population-samples/reading/draw-population.ts'
import { populationSample } from '../../../../src/things/population-samples/thing.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { day, openSampledWorld, organizationId } from '../../population-samples/sampled-world.ts'
import { loadSoc2 } from '../audited-world.ts'

const people = ['ada', 'bob', 'eve'].map((id) => ({ id, email: `${id}@acme.example` }))

async function packageSamples(drawn?: readonly string[], mayReadPeople = true) {
  const { runtime, crm } = await openSampledWorld({ crm: people, staff: people })
  const wish = { list: { connectionId: crm, of: 'account' }, size: 2, seed: 'dice: 3' } as const
  const { values } = await drawPopulation(runtime, { organizationId, userId: 'ada' }, wish)
  // What somebody wrote into the store who may not choose what is drawn.
  if (drawn)
    await runtime
      .serviceOf(populationSample)
      .createAll({ organizationId, records: [{ ...values, drawn, reasons: null, missing: null }] })
  const target = join(createTempFolder(), 'package')
  const period = { from: day, to: day }
  await makePackage(runtime, { organizationId, framework: await loadSoc2(), ...period, target, mayReadPeople })
  const trusted = { keys: [publicKeyOf((await runtime.signing.signer()).publicKey)] }
  const content = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  return { target, trusted, content, crm }
}

test('a package has each list as a population, and the samples that were drawn, which verify draws again', async () => {
  const { target, trusted, content, crm } = await packageSamples()

  expect(await verifyPackage(target, trusted)).toMatchObject({ verified: true })
  expect(content.populations).toHaveLength(2)
  expect(content.populations).toContainEqual(
    expect.objectContaining({
      connectionId: crm,
      list: 'account',
      rows: 3,
      completeness: 'unconfirmed',
      covers: ['members'],
      reasons: [],
    }),
  )
  expect(content.samples).toMatchObject([
    {
      connectionId: crm,
      list: 'account',
      seedFrom: 'auditor',
      evidence: 'kept',
      draw: { algorithm: 'checkwright.sample/v1', seed: 'dice: 3', populationSize: 3 },
    },
  ])
  expect(content.samples[0].draw.drawn).toHaveLength(2)
  expect(readFileSync(join(target, 'index.html'), 'utf8')).toContain('dice: 3')
})

test('a sample that its seed does not draw is refused, although a key that is trusted signed it', async () => {
  const { target, trusted } = await packageSamples(['ada', 'ada'])

  const verification = await verifyPackage(target, trusted)

  expect(verification).toMatchObject({ verified: false })
  expect(JSON.stringify(verification)).toContain('that its seed does not draw')
})

test('somebody who may not know people gets the seed and the population, and not who was drawn', async () => {
  const { target, trusted, content } = await packageSamples(undefined, false)

  expect(await verifyPackage(target, trusted)).toMatchObject({ verified: true })
  expect(content.samples[0].draw).not.toHaveProperty('drawn')
  expect(readFileSync(join(target, 'package.json'), 'utf8')).not.toContain('acme.example')
})

test('a changed population is named', async () => {
  const { target, trusted } = await packageSamples()
  const file = join(target, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"rows":3', '"rows":4'))

  expect(await verifyPackage(target, trusted)).toMatchObject({ verified: false })
})
