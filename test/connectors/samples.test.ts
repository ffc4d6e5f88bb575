import { expect, test } from 'vitest'
import { chooseSample } from '../../scripts/connectors/samples.ts'
import type { SampleResult } from '../../src/report/connector-page/sample-results.ts'

const createResult = (id: string, status: SampleResult['status'] = 'fail'): SampleResult => ({
  status,
  resource: { type: 'user', id },
  title: `Of ${id}`,
  evidence: { id },
})

test('chooseSample() takes the same of equal results in whatever order the tests come', () => {
  const [ada, bob, cleo] = [createResult('ada'), createResult('bob'), createResult('cleo')]

  expect(chooseSample([cleo, bob, ada], undefined)).toEqual(ada)
  expect(chooseSample([bob, ada, cleo], undefined)).toEqual(ada)
  expect(chooseSample([], ada)).toBeUndefined()
})

test('chooseSample() keeps what the page shows while a test comes to it and no worse status is seen', () => {
  const shown = createResult('bob')

  expect(chooseSample([createResult('ada'), createResult('bob')], shown)).toEqual(shown)
  expect(chooseSample([createResult('ada'), createResult('cleo')], shown)).toEqual(createResult('ada'))
  expect(chooseSample([createResult('cleo'), createResult('bob', 'pass')], createResult('bob', 'pass'))).toEqual(
    createResult('cleo'),
  )
})
