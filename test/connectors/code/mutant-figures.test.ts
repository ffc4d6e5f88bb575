import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isSoak } from '../../setup/short-form.ts'
import figures from './mutant-figures.json' with { type: 'json' }

const script = ['--import', './test/examples/from-source.ts', 'scripts/measure/measure-mutants.ts']

// Up to minutes of a core each. A process of its own loads the code with its mutants.
test.runIf(isSoak).each(Object.entries(figures))(
  'the witnesses of %s notice as many mutants of its code as "npm run measure:mutants" wrote down',
  { timeout: 1_200_000 },
  (id, expected) => {
    const { id: _id, ...measured } = JSON.parse(execFileSync(process.execPath, [...script, id], { encoding: 'utf8' }))

    expect(measured).toEqual(expected)
  },
)
