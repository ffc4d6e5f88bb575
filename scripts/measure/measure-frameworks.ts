import { everyFrameworkId } from '../../src/checks/controls/frameworks/framework-names.ts'
import { loadFramework } from '../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { countsFor } from '../../src/checks/controls/statements/counts-for.ts'

/** Prints for each framework: controls, mapped controls, statements, and the share of what a system can answer that a statement answers. */
console.log('| framework | controls | mapped | statements | a system can answer | of these mapped |')
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
  const answered = technical.filter((control) => mapped.has(control)).length
  const share = technical.length === 0 ? '' : ` (${Math.round((100 * answered) / technical.length)} %)`
  const statements = new Set(counting.flatMap(({ named }) => named)).size
  console.log(
    `| ${id} | ${known.size} | ${mapped.size} | ${statements} | ${technical.length || ''} | ${technical.length ? answered : ''}${share} |`,
  )
}
