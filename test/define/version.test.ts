import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { version } from '../../src/define/index.ts'

test('version is that of package.json', () => {
  expect(version).toBe(manifest.version)
})
