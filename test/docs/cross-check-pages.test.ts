import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { crossCheckVerdicts, type SaidVerdict } from '../../scripts/docs/cross-check-verdicts.ts'
import { createCrossCheckPages } from '../../scripts/docs/cross-checks-page.ts'
import { generateOrganization, openOrganization, sabotageOrganization } from '../../src/author/testing/index.ts'
import { allCrossChecks } from '../../src/crosscheck/checks/all-cross-checks.ts'
import { runCrossCheck } from '../../src/crosscheck/run/run-cross-check.ts'

test.each(createCrossCheckPages(allCrossChecks))('$path is what the code demands', ({ path, text }) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text)
})

const words: Readonly<Record<string, SaidVerdict>> = {
  pass: 'pass',
  fail: 'fail',
  manual: 'needs review',
  not_applicable: 'not applicable',
}

test('the table of each cross-check has every verdict that it comes to', async () => {
  const organization = await generateOrganization(6, { people: 80 })
  const given = [
    organization,
    ...['a system is not complete', 'the directory has one address for many', 'links are lost'].map((kind) =>
      sabotageOrganization(organization, kind, 2),
    ),
  ]

  for (const crossCheck of allCrossChecks) {
    const said = new Set<SaidVerdict | undefined>()
    for (const each of given) {
      await using run = await runCrossCheck(crossCheck, each.inputs, openOrganization(each))
      if (run.head.checks[0]?.undecided) said.add('could not tell')
      for await (const { status } of run.results(crossCheck.id)) said.add(words[status])
    }

    const told = new Set(crossCheckVerdicts[crossCheck.id]?.map(({ says }) => says))
    expect([crossCheck.id, [...said].filter((each) => each === undefined || !told.has(each))]).toEqual([
      crossCheck.id,
      [],
    ])
    expect(said.size).toBeGreaterThan(1)
  }
  expect(Object.keys(crossCheckVerdicts)).toEqual(allCrossChecks.map(({ id }) => id))
})
