import { connectors } from '../../connectors/index.ts'
import { everyFrameworkId } from '../../src/checks/controls/frameworks/framework-names.ts'
import { loadFramework } from '../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { countsFor } from '../../src/checks/controls/statements/counts-for.ts'
import { allCrossChecks } from '../../src/crosscheck/checks/all-cross-checks.ts'
import { bindStatements } from '../../src/define/index.ts'

/** Statements that a check of a shipped connector, or a cross-check, shows. */
const shown = new Set<string>()
for (const load of Object.values(connectors))
  for (const { states } of (await load()).checks)
    for (const statement of Object.keys(bindStatements(states) ?? {})) shown.add(statement)
for (const { states } of allCrossChecks)
  for (const statement of Object.keys(bindStatements(states) ?? {})) shown.add(statement)

/**
 * Prints for each framework: controls, mapped controls, statements, and how many of the controls that a system can answer ask for a
 * statement that counts and that a check shows.
 */
console.log('| framework | controls | mapped | statements | a system can answer | of these with a check |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const id of everyFrameworkId) {
  const framework = await loadFramework(id)
  const mapping = framework?.statements
  if (!framework) continue
  const known = new Set(framework.controls.map((control) => control.id))
  const counting = Object.entries(mapping?.controls ?? {}).flatMap(([control, { statements }]) => {
    const named = Object.entries(statements).flatMap(([name, demand]) =>
      mapping && countsFor(mapping, demand) ? [name] : [],
    )
    return known.has(control) && named.length > 0 ? [{ control, named }] : []
  })
  const mapped = new Set(counting.map(({ control }) => control))
  const technical = (mapping?.technical ?? []).filter((control) => known.has(control))
  const checked = new Set(
    counting.flatMap(({ control, named }) => (named.some((name) => shown.has(name)) ? control : [])),
  )
  const answered = technical.filter((control) => checked.has(control)).length
  const share = technical.length === 0 ? '' : ` (${Math.round((100 * answered) / technical.length)} %)`
  const statements = new Set(counting.flatMap(({ named }) => named)).size
  console.log(
    `| ${id} | ${known.size} | ${mapped.size} | ${statements} | ${technical.length || ''} | ${technical.length ? answered : ''}${share} |`,
  )
}
