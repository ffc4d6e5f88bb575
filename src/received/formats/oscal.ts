import { readMember } from '../../text/read-member.ts'
import { readJsonParts } from '../json/json-parts.ts'
import { namedMax } from '../limits.ts'
import type { ReceivedFormat, ReceivedItem, ReceivedStatus } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'
import { findOldest, readList, readText, readTime } from './read-values.ts'

/** OSCAL assessment results 1.x in JSON: its findings. They refer to observations and results, which are read first. */
export const oscal: ReceivedFormat = {
  id: 'oscal',
  name: 'OSCAL assessment results',
  async *parse(read) {
    const about = await readAbout(read)
    for await (const parts of readJsonParts(read(), [[root, 'results', '*', 'findings', '*']]))
      yield parts.flatMap(({ path, value }) => listItems(value, Number(path[2]), about))
    return { tool: { name: about.title }, formatVersion: about.version, atMs: findOldest([...about.results.values()]) }
  },
}

const root = 'assessment-results'

interface Observation {
  readonly atMs: number | undefined
  readonly subjects: readonly { readonly type: string; readonly id: string; readonly name: string | undefined }[]
}

interface AssessmentFacts {
  readonly version: string
  readonly title: string
  /** When each result began, by its index. */
  readonly results: ReadonlyMap<number, number | undefined>
  readonly observations: ReadonlyMap<string, Observation>
}

async function readAbout(read: Parameters<ReceivedFormat['parse']>[0]): Promise<AssessmentFacts> {
  const observations = new Map<string, Observation>()
  const results = new Map<number, number | undefined>()
  let metadata: unknown
  const patterns = [
    [root, 'metadata'],
    [root, 'results', '*', 'observations', '*'],
    [root, 'results', '*', 'start'],
  ]
  for await (const parts of readJsonParts(read(), patterns))
    for (const { pattern, path, value } of parts) {
      if (pattern === 0) metadata = value
      else if (pattern === 2) results.set(Number(path[2]), readTime({ value }, 'value'))
      else {
        if (observations.size >= namedMax) throw createRefusal(`The file has more than ${namedMax} observations.`)
        observations.set(readText(value, 'uuid') ?? '', toObservation(value))
      }
    }
  const version = readText(metadata, 'oscal-version') ?? 'none'
  if (!/^1\.\d+\.\d+/.test(version))
    throw createRefusal(
      `The file is OSCAL of version "${version.slice(0, 40)}". Assessment results of 1.x can be imported.`,
    )
  return { version, title: readText(metadata, 'title') ?? 'OSCAL', results, observations }
}

function toObservation(value: unknown): Observation {
  return {
    atMs: readTime(value, 'collected'),
    subjects: readList(value, 'subjects').flatMap((subject) => {
      const id = readText(subject, 'subject-uuid')
      return id === undefined
        ? []
        : [{ type: readText(subject, 'type') ?? 'resource', id, name: readText(subject, 'title') }]
    }),
  }
}

/** One for each subject of its observations; one about its target where there are none. */
function listItems(finding: unknown, result: number, about: AssessmentFacts): readonly ReceivedItem[] {
  const id = readText(finding, 'target.target-id') ?? ''
  const title = readText(finding, 'title') ?? id
  const state = readText(finding, 'target.status.state') ?? 'none'
  const reason = readText(finding, 'target.status.reason')
  const observed = readList(finding, 'related-observations').flatMap(
    (each) => about.observations.get(readText(each, 'observation-uuid') ?? '') ?? [],
  )
  const subjects = observed.flatMap(({ subjects }) => subjects)
  const named = new Map(subjects.map((subject) => [`${subject.type} ${subject.id}`, subject]))
  const targets = named.size > 0 ? [...named.values()] : [{ type: 'control', id, name: undefined }]
  return targets.map((resource) => ({
    check: { id, title },
    resource: resource.id === '' ? undefined : resource,
    status: readState(state, reason),
    word: reason === undefined ? state : `${state}, ${reason}`,
    title,
    description: readText(finding, 'description'),
    atMs: findOldest(observed.map(({ atMs }) => atMs)) ?? about.results.get(result),
    evidence: { finding: readMember(finding, 'uuid'), observations: observed.length },
  }))
}

/** `other` is a reason that no standard explains. */
function readState(state: string, reason: string | undefined): ReceivedStatus {
  if (state === 'satisfied') return reason === undefined || reason === 'pass' ? 'pass' : 'manual'
  if (state === 'not-satisfied') return reason === 'other' ? 'manual' : 'fail'
  return 'undecided'
}
