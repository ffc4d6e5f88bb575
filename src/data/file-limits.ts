import type { DataProblem } from './data-problem.ts'
import type { ConnectorFile } from './format/connector-file.ts'

/** Far above what people write. A service compiles files of many people, so each has an end. */
const most = { checks: 500, inventories: 50, refusals: 200, texts: 20_000 } as const

/** Whether a file is larger than a service takes, before its expressions are read. */
export function findLimitProblems(file: ConnectorFile): DataProblem[] {
  const lists = (['checks', 'inventories', 'refusals'] as const).flatMap((member) => {
    const count = file[member]?.length ?? 0
    if (count <= most[member]) return []
    return [{ path: [member], message: `has ${count} entries, and ${most[member]} are the most; split the file` }]
  })
  const texts = countTexts([file.checks, file.inventories, file.refusals])
  if (texts <= most.texts) return lists
  return [
    ...lists,
    { path: [], message: `holds ${texts} texts and expressions, and ${most.texts} are the most; split it` },
  ]
}

function countTexts(value: unknown): number {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((count: number, each) => count + countTexts(each), 0)
}
