import { readJsonParts } from '../json/json-parts.ts'
import type { ReceivedFormat, ReceivedItem, ReceivedStatus } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'
import { readNumber, readSeverity, readStatus, readText, readTime } from './read-values.ts'

/** `trivy --format json`, schema version 2. What a secret was is not taken over. https://trivy.dev */
export const trivy: ReceivedFormat = {
  id: 'trivy',
  name: 'Trivy',
  async *parse(read) {
    const about = await readAbout(read)
    const patterns = [
      ['Results', '*', 'Target'],
      ['Results', '*', 'Vulnerabilities', '*'],
      ['Results', '*', 'Misconfigurations', '*'],
      ['Results', '*', 'Secrets', '*'],
      ['Results', '*', 'Licenses', '*'],
    ]
    const make = [undefined, toVulnerability, toMisconfiguration, toSecret, toLicense]
    for await (const parts of readJsonParts(read(), patterns))
      yield parts.flatMap(({ pattern, path, value }) => {
        const target = about.targets.get(Number(path[1])) ?? about.artifact
        const item = make[pattern]?.(value, target)
        return item ? [{ ...item, atMs: about.atMs }] : []
      })
    return { tool: { name: 'Trivy', version: about.version }, formatVersion: '2', atMs: about.atMs }
  },
}

async function readAbout(read: Parameters<ReceivedFormat['parse']>[0]) {
  const targets = new Map<number, string>()
  const found: Record<string, unknown> = {}
  const patterns = [['Results', '*', 'Target'], ['SchemaVersion'], ['CreatedAt'], ['ArtifactName'], ['Trivy']]
  for await (const parts of readJsonParts(read(), patterns))
    for (const { pattern, path, value } of parts)
      if (pattern === 0) targets.set(Number(path[1]), String(value))
      else found[patterns[pattern]?.[0] ?? ''] = value
  const schema = readNumber(found, 'SchemaVersion')
  if (schema !== 2)
    throw createRefusal(`The file is Trivy of schema version "${schema ?? 'none'}". Schema version 2 can be imported.`)
  return {
    targets,
    atMs: readTime(found, 'CreatedAt'),
    artifact: readText(found, 'ArtifactName') ?? 'artifact',
    version: readText(found, 'Trivy.Version'),
  }
}

type Item = Omit<ReceivedItem, 'atMs'>

/** The status is about the remedy: what is listed is there, unless the vendor says that it does not concern this package. */
const vulnerabilityStatuses: Readonly<Record<string, ReceivedStatus>> = {
  not_affected: 'not_applicable',
  under_investigation: 'manual',
}

function toVulnerability(found: unknown, target: string): Item {
  const id = readText(found, 'VulnerabilityID') ?? ''
  const title = readText(found, 'Title') ?? id
  const severity = readSeverity(readText(found, 'Severity'))
  const word = readText(found, 'Status') ?? 'listed'
  const name = readText(found, 'PkgName')
  const version = readText(found, 'InstalledVersion')
  const fixed = readText(found, 'FixedVersion')
  return {
    check: { id, title, severity },
    resource: name === undefined ? undefined : { type: 'package', id: `${target}: ${name}@${version ?? '?'}`, name },
    status: readStatus(vulnerabilityStatuses, word, 'fail'),
    word,
    title: `${id} in ${name ?? 'a package'} ${version ?? ''}`.trim(),
    description: title,
    remediation: fixed === undefined ? undefined : `Update ${name ?? 'the package'} to ${fixed}.`,
    severity,
    evidence: { target, installed: version, fixed, url: readText(found, 'PrimaryURL') },
  }
}

function toMisconfiguration(found: unknown, target: string): Item {
  const id = readText(found, 'ID') ?? readText(found, 'AVDID') ?? ''
  const title = readText(found, 'Title') ?? id
  const word = readText(found, 'Status') ?? 'none'
  const severity = readSeverity(readText(found, 'Severity'))
  const place = readText(found, 'CauseMetadata.Resource')
  return {
    check: { id, title, severity },
    resource: {
      type: 'configuration',
      id: place === undefined ? target : `${target}: ${place}`,
      name: place ?? target,
    },
    status: word === 'PASS' ? 'pass' : word === 'FAIL' ? 'fail' : word === 'EXCEPTION' ? 'manual' : 'undecided',
    word,
    isMuted: word === 'EXCEPTION',
    title: readText(found, 'Message') ?? title,
    description: readText(found, 'Description'),
    remediation: readText(found, 'Resolution'),
    severity,
    evidence: {
      target,
      lines: [readNumber(found, 'CauseMetadata.StartLine'), readNumber(found, 'CauseMetadata.EndLine')],
    },
  }
}

function toSecret(found: unknown, target: string): Item {
  const id = readText(found, 'RuleID') ?? ''
  const title = readText(found, 'Title') ?? id
  const severity = readSeverity(readText(found, 'Severity'))
  const line = readNumber(found, 'StartLine')
  return {
    check: { id, title, severity },
    resource: { type: 'file', id: line === undefined ? target : `${target}#${line}`, name: target },
    status: 'fail',
    word: 'listed',
    title: `${title} in ${target}`,
    severity,
    evidence: { target, line, category: readText(found, 'Category') },
  }
}

function toLicense(found: unknown, target: string): Item {
  const name = readText(found, 'Name') ?? ''
  const place = readText(found, 'PkgName') ?? readText(found, 'FilePath')
  const severity = readSeverity(readText(found, 'Severity'))
  return {
    check: { id: name === '' ? '' : `license-${name}`, title: `License ${name}`, severity },
    resource:
      place === undefined || place === '' ? undefined : { type: 'package', id: `${target}: ${place}`, name: place },
    // Trivy lists every license. Which of them are allowed, it says by severity alone.
    status: 'manual',
    word: 'listed',
    title: `${place ?? target} has the license ${name}`,
    severity,
    evidence: { target, category: readText(found, 'Category') },
  }
}
