import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { createProvenance } from '../../scripts/release/provenance.ts'

const data = process.env.CHECKWRIGHT_TEST_DATA

test.skipIf(data === undefined)(
  'createProvenance() writes an in-toto statement about the file, with the commit',
  () => {
    const schema = JSON.parse(readFileSync(join(data ?? '', 'schemas/in-toto-statement-v1.schema.json'), 'utf8'))
    const commit = '0'.repeat(40)

    const statement = createProvenance({
      file: { name: 'checkwright-0.1.0.tgz', sha256: 'a'.repeat(64), sha512: 'b'.repeat(128) },
      repository: 'https://github.com/acme/checkwright',
      commit,
      isChanged: false,
      builder: 'https://github.com/acme/checkwright/actions/runs/1',
      node: 'v24.0.0',
      startedAt: '2026-11-30T10:00:00.000Z',
      finishedAt: '2026-11-30T10:01:00.000Z',
    })

    expect(new Ajv2020({ strict: false, validateFormats: false }).validate(schema, statement)).toBe(true)
    expect(statement.subject[0]?.digest.sha256).toBe('a'.repeat(64))
    expect(statement.predicate.buildDefinition.resolvedDependencies[0]?.digest).toEqual({ gitCommit: commit })
  },
)
