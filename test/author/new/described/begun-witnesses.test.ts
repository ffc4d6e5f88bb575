import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readConnector } from '../../../../src/app/runtime/index.ts'
import { createDataFiles } from '../../../../src/author/new/data/data-files.ts'
import { createDescribedDraft } from '../../../../src/author/new/data/described-connector.ts'
import { beginWitnesses } from '../../../../src/author/new/described/import-connector.ts'
import { createImportedFiles } from '../../../../src/author/new/openapi/imported-files.ts'
import { loadWitnesses } from '../../../../src/author/prove/load-witnesses.ts'
import { proveConnector } from '../../../../src/author/prove/prove-connector.ts'
import { drawRows } from '../../../setup/short-form.ts'
import { base, describeVendor } from '../corpus/describe-vendor.ts'
import { connectors, importSmall, writeConnector } from '../corpus/make-small.ts'

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

test('a new connector in TypeScript begins the same witnesses, and they are tried on its own code', async () => {
  const begun = await beginWitnesses(made)
  const place = writeConnector({ ...createImportedFiles(made, true), ...begun })
  const { default: connector } = await import(/* @vite-ignore */ join(place, 'acme.ts'))
  const { witnesses, ...proposed } = parse(begun['acme.proposed.yaml'] ?? '')
  const source = {
    url: 'https://docs.acme.example/users',
    locator: 'User.mfa_enabled',
    says: 'So.',
    read: '2026-06-01',
  }
  const path = join(place, 'acme.witnesses.yaml')
  writeFileSync(
    path,
    stringify({ ...proposed, witnesses: [{ ...witnesses[0], expect: { 'second-factor': 'pass' }, source }] }),
  )

  const report = await proveConnector(connector, { witnesses: path })

  expect(begun['acme.proposed.yaml']).toContain('No source says yet')
  expect(report.disagreements).toEqual([])
})

test.each(drawRows(connectors, 3))(
  'a description that %s begins witnesses in TypeScript, or none',
  async (_situation, small) => {
    const begun = await beginWitnesses(importSmall(small))

    expect([[], ['acme.proposed.yaml', 'worlds/described.recording.json']]).toContainEqual(
      Object.keys(begun).toSorted(),
    )
  },
)
