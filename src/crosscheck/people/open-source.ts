import type { DirectorySource } from '../define/directory.ts'
import type { CrossCheckSystem } from '../define/inputs.ts'
import type { PersonRecord } from '../define/person.ts'
import type { ReadingState } from './reading-state.ts'

/** A source with its system and how far its reading can be trusted. */
export interface OpenSource extends DirectorySource {
  readonly name: string
  readonly system: CrossCheckSystem | undefined
  /** Of all parts: the worst. */
  readonly state: ReadingState
}

/** An identity provider lists everybody, so that one of an unknown kind need not be a contractor. */
export function isCovered({ covers, accountsArePeople }: DirectorySource, kind: PersonRecord['kind']): boolean {
  if (covers === 'both') return true
  if (kind === 'unknown') return !(covers === 'contractors' && accountsArePeople)
  return kind === (covers === 'employees' ? 'employee' : 'contractor')
}

/** Whether a source says something of a person whom it does not cover. */
export function isMisfit(sources: readonly OpenSource[], { sourceId, kind }: PersonRecord): boolean {
  const source = sources.find(({ connectionId }) => connectionId === sourceId)
  return source !== undefined && !isCovered(source, kind)
}
