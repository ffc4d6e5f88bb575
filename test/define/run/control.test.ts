import { expect, test } from 'vitest'
import { boundControls, toControlId } from '../../../src/define/index.ts'

test('boundControls() puts the same bounds on each control', () => {
  const requires = { max_days: { max: 90 } }

  expect(boundControls(['soc2:CC6.1', 'iso27001:A.5.17'], requires)).toEqual([
    { id: 'soc2:CC6.1', requires },
    { id: 'iso27001:A.5.17', requires },
  ])
})

test('toControlId() reads both forms of a control', () => {
  expect(toControlId('soc2:CC6.1')).toBe('soc2:CC6.1')
  expect(toControlId({ id: 'soc2:CC6.1' })).toBe('soc2:CC6.1')
})
