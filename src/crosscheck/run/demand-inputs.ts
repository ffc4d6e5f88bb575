import { CheckError } from '../../errors/index.ts'
import type { CrossCheckInputs } from '../define/inputs.ts'

/** Names of files are made of them. */
const idForm = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/
const dayMs = 86_400_000

/** Inputs are data of a store or a file, so their form is checked. @throws CheckError `CROSS_CHECK_INPUT_INVALID` */
export function demandInputs({ organizationId, now, systems, directory }: CrossCheckInputs): void {
  const refuse = (what: string): never => {
    throw new CheckError(`The cross-check cannot begin: ${what}.`, { code: 'CROSS_CHECK_INPUT_INVALID' })
  }
  if (typeof organizationId !== 'string' || organizationId === '') refuse('it has no organization')
  const nowMs = Date.parse(now)
  if (Number.isNaN(nowMs)) refuse('"now" is no time')
  const ids = new Set<string>()
  for (const { connectionId, inventories } of systems) {
    if (!idForm.test(connectionId)) refuse(`"${connectionId}" is no id of a connection`)
    if (ids.has(connectionId)) refuse(`the connection "${connectionId}" is named twice`)
    ids.add(connectionId)
    const lists = new Set<string>()
    for (const { of, part } of inventories) {
      const list = part === undefined ? of : `${of}.${part}`
      if (lists.has(list)) refuse(`the list "${list}" of "${connectionId}" is named twice`)
      lists.add(list)
    }
  }
  const sources = directory.sources.map(({ connectionId }) => connectionId)
  const twice = sources.find((id, index) => sources.indexOf(id) < index)
  if (twice !== undefined) refuse(`the source "${twice}" is named twice in the directory`)
  const early = directory.departures.find(({ since }) => !(Date.parse(since) <= nowMs + dayMs))
  if (early) refuse(`"${early.personId}" is gone since "${early.since}", which is no time or in the future`)
}
