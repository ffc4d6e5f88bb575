import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderShippedControls } from '../../../scripts/docs/shipped-controls.ts'
import { shippedFrameworks } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'

test('the controls that editors complete are those of the shipped frameworks', async () => {
  const frameworks = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))

  const file = new URL('../../../src/define/run/shipped-controls.ts', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(renderShippedControls(frameworks))
})
