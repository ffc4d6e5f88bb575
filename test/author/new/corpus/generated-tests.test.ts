import { join } from 'node:path'
import { describe } from 'vitest'
import { createImportedFiles } from '../../../../src/author/new/openapi/imported-files.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { connectors, importSmall, schemaConnectors, writeConnector, writeSchemaFiles } from './make-small.ts'

/** The tests of a connector have 30 rules to try. Outside of the soak, one in several of each group of connectors has its turn. */
const oneIn = isSoak ? 1 : 27

const imported = connectors.filter(([, , { asks }]) => asks === undefined)
const ofSchemas = schemaConnectors.filter(([, , { asks }]) => asks === undefined)

// Each module registers the tests that `checkwright new` writes as tests of this file.
for (const [situation, small] of imported.filter((_, nth) => nth % oneIn === 0))
  describe(`the tests of a connector pass for a vendor that ${situation}`, async () => {
    await import(/* @vite-ignore */ join(writeConnector(createImportedFiles(importSmall(small))), 'acme.test.ts'))
  })

for (const [situation, small] of ofSchemas.filter((_, nth) => nth % oneIn === 0))
  describe(`the tests of a connector pass for a schema that ${situation}`, async () => {
    const { files } = await writeSchemaFiles(small)
    await import(/* @vite-ignore */ join(writeConnector(files), 'acme.test.ts'))
  })
