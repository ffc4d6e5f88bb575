import type { Control, Framework } from '../../controls/frameworks/framework.ts'
import { listFrameworkIds } from '../../controls/frameworks/split-level.ts'
import { countsFor } from '../../controls/statements/counts-for.ts'
import { everyYear, type TaskTemplate, taskControlsMax, taskDescriptionMax } from '../template.ts'

const titleMax = 200

/**
 * Obligations for the controls of a framework that no check can prove, one for each of its groups: those that ask for no statement of
 * checks. A group with many controls has several.
 */
export function deriveGroupTemplates(framework: Framework): readonly TaskTemplate[] {
  const { id, name = framework.title, controls } = framework
  // What is done for a control is done for each level that has it.
  const [base = id] = listFrameworkIds(id)
  const groups = new Map<string, Control[]>()
  for (const control of controls) {
    if (asksForStatements(framework, control)) continue
    const { group = '' } = control
    groups.set(group, [...(groups.get(group) ?? []), control])
  }
  return [...groups].flatMap(([group, all]) =>
    Array.from({ length: Math.ceil(all.length / taskControlsMax) }, (_, part): TaskTemplate => {
      const some = all.slice(part * taskControlsMax, (part + 1) * taskControlsMax)
      const title = [group === '' ? name : `${name}: ${group}`, ...(part === 0 ? [] : [`(${part + 1})`])].join(' ')
      const list = some.map((control) => `- ${control.id} ${control.title}`).join('\n')
      return {
        id: `${id}:${some[0]?.id ?? ''}`.slice(0, 100),
        title: title.slice(0, titleMax).toWellFormed(),
        description: `Say for each of these controls what you do, and show it by a document or a record:\n\n${list}`
          .slice(0, taskDescriptionMax)
          .toWellFormed(),
        controls: some.map((control) => `${base}:${control.id}`),
        everyDays: everyYear,
      }
    }),
  )
}

function asksForStatements({ statements }: Framework, { id }: Control): boolean {
  const asked = statements && Object.hasOwn(statements.controls, id) ? statements.controls[id] : undefined
  return Object.values(asked?.statements ?? {}).some((demand) => statements && countsFor(statements, demand))
}
