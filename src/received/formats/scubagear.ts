import { readMember } from '../../text/read-member.ts'
import { readJsonParts } from '../json/json-parts.ts'
import type { ReceivedFormat, ReceivedItem, ReceivedStatus } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'
import { readList, readStatus, readText, readTime } from './read-values.ts'

/** A warning is a rule that should be kept and is not. `N/A` stands for rules that ScubaGear does not look at. */
const statuses: Readonly<Record<string, ReceivedStatus>> = {
  pass: 'pass',
  fail: 'fail',
  warning: 'fail',
  'n/a': 'manual',
  omitted: 'manual',
  'incorrect result': 'manual',
  error: 'undecided',
}

/** ScubaResults*.json of CISA's ScubaGear 1.x. https://github.com/cisagov/ScubaGear */
export const scubagear: ReceivedFormat = {
  id: 'scubagear',
  name: 'ScubaGear',
  async *parse(read) {
    const about = await readAbout(read)
    for await (const parts of readJsonParts(read(), [['Results', '*', '*']]))
      yield parts.flatMap(({ path, value }) =>
        readList(value, 'Controls').map((control) =>
          toItem(control, String(path[1]), readText(value, 'GroupName'), about),
        ),
      )
    return { tool: { name: 'ScubaGear', version: about.version }, formatVersion: about.version, atMs: about.atMs }
  },
}

interface TenantFacts {
  readonly version: string
  readonly atMs: number | undefined
  readonly tenant: string | undefined
  readonly tenantName: string | undefined
}

async function readAbout(read: Parameters<ReceivedFormat['parse']>[0]): Promise<TenantFacts> {
  let about: unknown
  for await (const parts of readJsonParts(read(), [['MetaData']])) for (const { value } of parts) about = value
  const version = readText(about, 'ToolVersion') ?? 'none'
  if (readText(about, 'Tool') !== 'ScubaGear' || !/^1\.\d+/.test(version))
    throw createRefusal(`The file is ScubaGear of version "${version.slice(0, 40)}". Versions 1.x can be imported.`)
  return {
    version,
    atMs: readTime(about, 'TimestampZulu'),
    tenant: readText(about, 'TenantId'),
    tenantName: readText(about, 'DisplayName') ?? readText(about, 'DomainName'),
  }
}

function toItem(control: unknown, product: string, group: string | undefined, about: TenantFacts): ReceivedItem {
  const id = readText(control, 'Control ID') ?? ''
  const requirement = readText(control, 'Requirement') ?? id
  const word = readText(control, 'Result') ?? 'none'
  const severity = word.toLowerCase() === 'warning' ? 'low' : 'high'
  return {
    check: { id, title: requirement, severity },
    resource: about.tenant === undefined ? undefined : { type: 'tenant', id: about.tenant, name: about.tenantName },
    status: readStatus(statuses, word.toLowerCase()),
    word,
    isMuted: word.toLowerCase() === 'omitted',
    title: requirement,
    severity,
    atMs: about.atMs,
    evidence: {
      product,
      group,
      criticality: readText(control, 'Criticality'),
      details: readMember(control, 'Details'),
    },
  }
}
