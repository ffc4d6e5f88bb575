import { explainUnknownControl } from '../../checks/controls/frameworks/explain-unknown-control.ts'
import { loadFramework } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { listFrameworkIds } from '../../checks/controls/frameworks/split-level.ts'
import { ApiError } from '../../errors/index.ts'
import { endSentence } from '../../text/end-sentence.ts'

/**
 * Findings of a control that there is not would be none, which says that nothing fails. Checks may name frameworks that nobody here knows.
 * @throws ApiError 400 for a control without a framework, and for one that a framework of Checkwright does not have
 */
export async function demandKnownControl(control: string | undefined): Promise<void> {
  if (control === undefined) return
  if (!/^[^:\s]+:\S+$/.test(control))
    throw new ApiError('Name a control with its framework, such as soc2:CC6.1.', { code: 'API_INVALID' })
  const [id = ''] = listFrameworkIds(control.slice(0, control.indexOf(':')))
  const framework = await loadFramework(id)
  const problem = framework && explainUnknownControl(control, [framework])
  if (problem !== undefined) throw new ApiError(endSentence(problem), { code: 'API_INVALID' })
}
