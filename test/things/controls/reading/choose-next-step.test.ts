import { expect, test } from 'vitest'
import type { ControlCheck, ControlOutcome, ControlState } from '../../../../src/checks/controls/evaluate-controls.ts'
import { chooseNextStep } from '../../../../src/things/controls/reading/choose-next-step.ts'

function toControl(id: string, state: ControlState, checks: Readonly<Record<string, ControlCheck['state']>> = {}) {
  return {
    id,
    title: id,
    state,
    checks: Object.entries(checks).map(([name, of]) => ({
      connector: 'acme',
      id: name,
      title: name,
      state: of,
      because: '',
    })),
  } as ControlOutcome
}

const fails = { mfa: 'not_satisfied', logs: 'undetermined' } as const

test('chooseNextStep() names the failing check that holds back most controls, also where more controls are undetermined', () => {
  const controls = [
    toControl('1', 'not_satisfied', { keys: 'not_satisfied', logs: 'undetermined' }),
    toControl('2', 'not_satisfied', fails),
    toControl('3', 'not_satisfied', fails),
    toControl('4', 'undetermined', { logs: 'undetermined' }),
  ]

  expect(chooseNextStep({ id: 'soc2', controls }, new Map())).toMatchObject({
    is: 'repair',
    check: { id: 'mfa' },
    control: { id: '2' },
    controls: 2,
  })
})

test('chooseNextStep() goes on to what could not be told, then to the connector that covers most, then to nothing', () => {
  const covering = new Map([
    ['soc2:2', ['GitHub', 'Okta']],
    ['soc2:3', ['Okta']],
  ])
  const uncovered = [toControl('2', 'uncovered'), toControl('3', 'uncovered'), toControl('4', 'uncovered')]
  const undetermined = toControl('1', 'undetermined', { logs: 'undetermined', mfa: 'satisfied' })
  const next = (controls: readonly ControlOutcome[]) => chooseNextStep({ id: 'soc2', controls }, covering)

  expect(next([...uncovered, undetermined])).toMatchObject({ is: 'decide', check: { id: 'logs' }, controls: 1 })
  expect(next(uncovered)).toEqual({ is: 'connect', connector: 'Okta', controls: 2 })
  expect(next([toControl('1', 'satisfied', { mfa: 'satisfied' }), toControl('4', 'uncovered')])).toBeUndefined()
})
