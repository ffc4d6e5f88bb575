import { isObject } from '../../text/is-object.ts'
import { explainFirst } from '../compile/next-page.ts'
import type { DocumentPath } from '../compile/report.ts'
import type { DataProblem } from '../data-problem.ts'
import type { ConnectorFile } from '../format/connector-file.ts'
import { isText } from '../format/values.ts'

/** Lists by page number of which nobody knows where they begin. A run of them could not tell. */
export function findOpenStarts(file: ConnectorFile): readonly DataProblem[] {
  return findStartsBelow({ inventories: file.inventories, checks: file.checks }, [])
}

function findStartsBelow(value: unknown, place: DocumentPath): readonly DataProblem[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => findStartsBelow(each, [...place, index]))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const at = [...place, name]
    const page = name === 'next' && isObject(member) ? member.page : undefined
    return isText(page)
      ? [{ path: [...at, 'page'], message: `names the parameter alone, and ${explainFirst(page)}` }]
      : findStartsBelow(member, at)
  })
}
