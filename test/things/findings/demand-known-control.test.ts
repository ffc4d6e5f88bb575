import { expect, test } from 'vitest'
import { demandKnownControl } from '../../../src/things/findings/demand-known-control.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { catchError } from '../../http/support.ts'

test('demandKnownControl() refuses what a framework of Checkwright does not have, with a name that is near', async () => {
  for (const known of [undefined, 'soc2:CC6.1', 'nist-800-53-r5:AC-2', 'nist-800-53-r5.moderate:AC-2', 'acme:1'])
    await expect(demandKnownControl(known)).resolves.toBeUndefined()

  expect(await catchError(demandKnownControl('soc2:CC6.11'))).toMatchObject({
    code: 'API_INVALID',
    message: '"soc2:CC6.11" is not a control of soc2; did you mean "soc2:CC6.1"?',
  })
  expect(await catchError(demandKnownControl('CC6.1'))).toMatchObject({
    message: 'Name a control with its framework, such as soc2:CC6.1.',
  })
})

test('GET /v1/integrations/findings is not empty for a control that there is not: it is refused', async () => {
  const { ask } = await openApiHost()

  const mistyped = await readAnswer(ask('GET', '/v1/integrations/findings?control=soc2:CC6.11'))
  const known = await readAnswer(ask('GET', '/v1/integrations/findings?control=soc2:CC6.1'))

  expect([mistyped.status, mistyped.body.detail, known.status]).toEqual([
    400,
    expect.stringContaining('did you mean "soc2:CC6.1"?'),
    200,
  ])
})
