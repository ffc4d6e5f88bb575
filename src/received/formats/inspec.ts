import type { Severity } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import { readJsonParts } from '../json/json-parts.ts'
import type { ReceivedFormat, ReceivedItem, ReceivedStatus } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'
import { rateScore, readList, readNumber, readStatus, readText, readTime } from './read-values.ts'

const statuses: Readonly<Record<string, ReceivedStatus>> = {
  passed: 'pass',
  failed: 'fail',
  skipped: 'manual',
  error: 'undecided',
}

/** InSpec's JSON reporter, which the Heimdall Data Format (HDF) has as its form too. A control without impact does not apply. */
export const inspec: ReceivedFormat = {
  id: 'inspec',
  name: 'InSpec, HDF',
  async *parse(read) {
    const about = await readAbout(read)
    for await (const parts of readJsonParts(read(), [['profiles', '*', 'controls', '*']]))
      yield parts.flatMap(({ value }) => listItems(value, about.target))
    return { tool: { name: 'InSpec', version: about.version }, formatVersion: about.version }
  },
}

async function readAbout(read: Parameters<ReceivedFormat['parse']>[0]) {
  let version: string | undefined
  let platform: unknown
  for await (const parts of readJsonParts(read(), [['version'], ['platform']]))
    for (const { pattern, value } of parts)
      if (pattern === 0) version = String(value)
      else platform = value
  if (version === undefined || platform === undefined || !/^\d+\.\d+/.test(version))
    throw createRefusal(`The file is InSpec of version "${String(version).slice(0, 40)}", which is not known.`)
  return { version, target: readText(platform, 'target_id') ?? readText(platform, 'name') ?? 'target' }
}

function listItems(control: unknown, target: string): readonly ReceivedItem[] {
  const id = readText(control, 'id') ?? ''
  const title = readText(control, 'title') ?? id
  const impact = readNumber(control, 'impact')
  const severity: Severity | undefined = impact === undefined ? undefined : rateScore(impact * 10)
  const check = { id, title, severity }
  const isWaived = readMember(control, 'waiver_data.skipped_due_to_waiver') === true
  const results = readList(control, 'results')
  const common = { check, severity, description: readText(control, 'desc'), isMuted: isWaived }
  if (results.length === 0)
    return [
      {
        ...common,
        resource: { type: 'target', id: target },
        status: 'undecided',
        word: 'no result',
        title,
        atMs: undefined,
      },
    ]
  return results.map((result) => {
    const word = readText(result, 'status') ?? 'none'
    const described = readText(result, 'code_desc')
    return {
      ...common,
      resource:
        described === undefined ? undefined : { type: 'target', id: `${target}: ${described}`, name: described },
      status: impact === 0 ? 'not_applicable' : readStatus(statuses, word),
      word: impact === 0 ? `${word}, impact 0` : word,
      title: readText(result, 'message') ?? readText(result, 'skip_message') ?? described ?? title,
      atMs: readTime(result, 'start_time'),
      evidence: { impact, target },
    }
  })
}
