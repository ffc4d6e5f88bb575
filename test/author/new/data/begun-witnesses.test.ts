import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readConnector } from '../../../../src/app/runtime/index.ts'
import { createDataFiles } from '../../../../src/author/new/data/data-files.ts'
import { createDescribedDraft } from '../../../../src/author/new/data/described-connector.ts'
import { loadWitnesses } from '../../../../src/author/prove/load-witnesses.ts'
import { proveConnector } from '../../../../src/author/prove/prove-connector.ts'
import { base, describeVendor } from '../corpus/describe-vendor.ts'
import { importSmall, writeConnector } from '../corpus/make-small.ts'

const made = importSmall({
  situation: 'has users',
  openapi: describeVendor({ servers: [{ url: base }] }),
  expected: {},
})

test('witnesses that a new connector begins say no verdict and no source, and what a person fills in is tried', async () => {
  const files = await createDataFiles(createDescribedDraft(made), './node_modules')
  const place = writeConnector(files)
  const connector = await readConnector(files['acme.connector.yaml'] ?? '', { name: 'acme.connector.yaml' })
  const path = join(place, 'acme.witnesses.yaml')

  writeFileSync(path, files['acme.proposed.yaml'] ?? '')
  await expect(loadWitnesses(path, connector, undefined)).rejects.toThrow('expect')
  const { witnesses, ...proposed } = parse(files['acme.proposed.yaml'] ?? '')
  const source = {
    url: 'https://docs.acme.example/users',
    locator: 'User.mfa_enabled',
    says: 'Whether the user has a second factor.',
    read: '2026-06-01',
  }
  writeFileSync(
    path,
    stringify({ ...proposed, witnesses: [{ ...witnesses[0], expect: { 'second-factor': 'pass' }, source }] }),
  )

  const report = await proveConnector(connector, { witnesses: path })
  expect(files['acme.proposed.yaml']).toContain('Begun from the description (OpenAPI 3.0.3). No source says yet')
  expect(witnesses.map(({ of }: { readonly of: { readonly check: string } }) => of.check)).toEqual(['second-factor'])
  expect(report.disagreements).toEqual([])
})
