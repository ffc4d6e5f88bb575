import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WrittenFiles } from '../../../../src/things/all-stores/backup/written-files.ts'
import { countRuns } from '../../../setup/count-runs.ts'

test('WrittenFiles lists what was added, however much it is (property)', async () => {
  const ref = fc.record({ organizationId: fc.string({ unit: 'binary' }), key: fc.string({ maxLength: 20_000 }) })

  await fc.assert(
    fc.asyncProperty(fc.array(ref, { maxLength: 30, size: 'max' }), async (refs) => {
      const files = new WrittenFiles()
      for (const each of refs) files.add(each)

      expect(await Array.fromAsync(files.list())).toEqual(
        refs.map(({ organizationId, key }) => ({ organizationId, key })),
      )
      files.close()
    }),
    { numRuns: countRuns(50) },
  )
})
