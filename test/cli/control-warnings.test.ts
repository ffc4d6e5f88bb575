import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { controlWarnings } from '../../src/cli/control-warnings.ts'
import type { CheckData } from '../../src/define/index.ts'
import { defineConnector } from '../../src/define/index.ts'
import { folder } from './command.ts'

function warningsOf(controls: CheckData['controls'], target = 'acme') {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [
      { id: 'most', label: 'Most', type: 'number', default: 6 },
      { id: 'level', label: 'Level', type: 'text' },
    ],
  })
  const admins = acme.check({ id: 'admins', title: 'Few', controls: controls as readonly string[], run: () => {} })
  return controlWarnings(target, acme.with(admins))
}

test('controlWarnings() is silent about controls that exist, and about frameworks that it does not know', async () => {
  const warnings = await warningsOf(['soc2:CC6.1', 'hipaa:164.308(a)(4)', 'gdpr:32(1)(b)', 'mine:1'])

  expect(warnings).toEqual([])
})

test('controlWarnings() names the control that was probably meant, and the line where that is certain', async () => {
  const file = join(folder(), 'acme.ts')
  writeFileSync(file, "\n\ncontrols: ['iso27001:A8.5'],\n")

  const warnings = await warningsOf(['iso27001:A8.5'], file)

  expect(warnings).toEqual([
    {
      path: 'acme.admins',
      message: `maps to nothing: "iso27001:A8.5" is no control of iso27001; did you mean "iso27001:A.8.5"? (${file}:3)`,
    },
  ])
})

test('controlWarnings() tells of bounds that the defaults break', async () => {
  const bounded = (max: number) => ({ id: 'soc2:CC6.3', requires: { most: { max }, level: { oneOf: ['high'] } } })

  expect(await warningsOf([bounded(6)])).toEqual([])
  expect(await warningsOf([bounded(4)])).toEqual([
    {
      path: 'acme.admins',
      message: 'cannot satisfy soc2:CC6.3 with its defaults: most is 6, and has to be at most 4',
    },
  ])
})
